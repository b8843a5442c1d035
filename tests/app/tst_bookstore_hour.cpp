// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_process.h"
#include "tests/support/http.h"
#include "tests/support/scenario_speed.h"

#include <QJsonArray>
#include <QMap>
#include <QTest>

using namespace rungwatch::testing;

namespace {

constexpr int lastMinute = 50;

/// What a closed minute of a feature said.
struct Minute {
    QJsonObject served;
    double error{0};
    [[nodiscard]] int by(const char* rung) const { return served[QLatin1String(rung)].toInt(); }
};
using Minutes = QMap<QString, QMap<int, Minute>>;

/// In which minute the first change of this kind happened: a change in a minute's last second is in force in the next.
struct Change {
    QString name;
    QString to;
    int minute{0};
};

} // namespace

/// The whole outage hour of the real program, read from nothing but its own telemetry.
class TestBookstoreHour : public QObject {
    Q_OBJECT

private:
    Minutes m_minutes;
    QMap<int, Change> m_changes;

    void note(const QJsonObject& document)
    {
        const auto now = document[QStringLiteral("clock")].toObject()[QStringLiteral("scenario_s")].toDouble() / 60;
        for (const auto& value : document[QStringLiteral("features")].toArray()) {
            const auto feature = value.toObject();
            for (const auto& interval : feature[QStringLiteral("intervals")].toArray()) {
                const auto closed = interval.toObject();
                m_minutes[feature[QStringLiteral("name")].toString()][closed[QStringLiteral("n")].toInt()] = {
                    closed[QStringLiteral("served")].toObject(), closed[QStringLiteral("error_pct")].toDouble()};
            }
        }
        for (const auto& value : document[QStringLiteral("events")].toArray()) {
            const auto event = value.toObject();
            const int seq = event[QStringLiteral("seq")].toInt();
            if (!m_changes.contains(seq))
                m_changes[seq] = {event[QStringLiteral("name")].toString(), event[QStringLiteral("to")].toString(),
                    static_cast<int>(now + 1.0 / 60)};
        }
    }

    [[nodiscard]] int minuteOf(const QString& name, const QString& to) const
    {
        for (const auto& change : m_changes)
            if (change.name == name && change.to == to)
                return change.minute;
        return -1;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const BookstoreProcess shop({QStringLiteral("--speed"), scenarioSpeedText()});
        QVERIFY(shop.started());
        const auto url = shop.url(QStringLiteral("store"), QStringLiteral("/resilience"));
        const auto isOver = [&] {
            note(httpGet(url).json());
            return m_minutes[QStringLiteral("recommendations")].contains(lastMinute);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), scenarioPatience(90) * 1000);
    }

    void itTripsAtElevenAndReturnsAtFortyEight()
    {
        for (const auto* name : {"recommendations", "help_desk", "refund_eligibility"}) {
            QCOMPARE(minuteOf(QLatin1String(name), QStringLiteral("degraded")), 11);
            QCOMPARE(minuteOf(QLatin1String(name), QStringLiteral("primary")), 48);
        }
        const auto primary = QStringLiteral("provider-primary");
        QCOMPARE(minuteOf(primary, QStringLiteral("open")), 10);
        QVERIFY(minuteOf(primary, QStringLiteral("half_open")) >= 10);
        QVERIFY(minuteOf(primary, QStringLiteral("closed")) > 10);
    }

    void errorsAreThoseOfTheScript()
    {
        const auto& minutes = m_minutes[QStringLiteral("help_desk")];
        QCOMPARE(minutes[25].error, 100.0);
        QVERIFY(minutes[5].error <= 2.3); // 1 %, at most two of 90
        QVERIFY(minutes[12].error >= 45 && minutes[12].error <= 65); // 55 % of about 20
        QVERIFY(minutes[47].error < 20);
    }

    /// Against the minutes of lab/MODEL.md's table, within what arrives a moment before or after a minute's end.
    void sharesMoveDownTheLadderAndBack()
    {
        const auto near = [](int seen, int expected, int within) {
            return seen >= expected - within && seen <= expected + within;
        };
        const auto& help = m_minutes[QStringLiteral("help_desk")];
        const auto& list = m_minutes[QStringLiteral("recommendations")];
        const auto& refunds = m_minutes[QStringLiteral("refund_eligibility")];
        QVERIFY(near(list[5].by("primary"), 89, 2));
        QCOMPARE(list[27].by("primary"), 0);
        QVERIFY(near(list[27].by("secondary"), 42, 3));
        QVERIFY(near(list[27].by("small_model"), 40, 3));
        QVERIFY(near(list[27].by("cache") + list[27].by("popular_list"), 8, 4));
        QVERIFY(near(help[27].by("secondary"), 43, 3));
        QVERIFY(near(help[27].by("small_model"), 40, 3));
        QVERIFY(near(refunds[27].by("secondary"), 5, 1));
        QVERIFY(near(refunds[27].by("queue_for_person"), 1, 1));
        QVERIFY(near(list[50].by("primary"), 89, 2));
        for (const auto& minute : refunds)
            QVERIFY(!minute.served.contains(QStringLiteral("small_model")));
    }
};

QTEST_GUILESS_MAIN(TestBookstoreHour)
#include "tst_bookstore_hour.moc"
