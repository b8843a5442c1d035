// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_process.h"
#include "tests/support/http.h"
#include "tests/support/scenario_file.h"
#include "tests/support/scenario_speed.h"
#include "tests/support/watch_process.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch::testing;

namespace {

using Shares = QMap<QString, int>;

/// What one closed interval says, by feature and interval number.
struct Minute {
    Shares served;
    QString mode;
};

QMap<QString, QMap<int, Minute>> minutesOf(const std::vector<QJsonObject>& intervals)
{
    QMap<QString, QMap<int, Minute>> minutes;
    for (const auto& event : intervals) {
        const auto interval = field(event, "interval").toObject();
        Minute minute{{}, field(event, "mode").toString()};
        const auto served = interval[QStringLiteral("served")].toObject();
        for (auto it = served.begin(); it != served.end(); ++it)
            minute.served[it.key()] = it.value().toInt();
        minutes[field(event, "feature").toString()][interval[QStringLiteral("n")].toInt()] = minute;
    }
    return minutes;
}

/// The first minute in which `mode` was in force, at or after `from`: the one after the interval that brought it.
int firstMinuteIn(const QString& mode, const std::vector<QJsonObject>& changes, const QString& feature, int from)
{
    for (const auto& event : changes) {
        const int minute = field(event, "interval").toInt(-2) + 1;
        if (field(event, "feature").toString() == feature && field(event, "to").toString() == mode && minute >= from)
            return minute;
    }
    return -1;
}

int among(const Shares& served, const QStringList& rungs)
{
    int sum = 0;
    for (const auto& rung : rungs)
        sum += served.value(rung);
    return sum;
}

const QStringList models{QStringLiteral("secondary"), QStringLiteral("small_model")};
const QStringList lastResorts{QStringLiteral("cache"), QStringLiteral("popular_list")};

} // namespace

/// The whole product: the real bookstore over real HTTP, watched by the real console, read from what the console
/// prints.
class TestOutageHour : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    /// Watches a bookstore on `scenario` until recommendations has closed interval `lastMinute`.
    void watch(const QJsonObject& scenario, int lastMinute, std::unique_ptr<BookstoreProcess>& store,
        std::unique_ptr<WatchProcess>& console)
    {
        const auto path = writtenTo(m_dir.filePath(QStringLiteral("scenario.json")), scenario);
        store = std::make_unique<BookstoreProcess>(
            QStringList{QStringLiteral("--speed"), scenarioSpeedText(), QStringLiteral("--scenario"), path});
        QVERIFY2(store->started(), store->errors());
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(store->tokenVariable()), QString::fromLatin1(store->token()));
        console = std::make_unique<WatchProcess>(
            QStringList{QStringLiteral("--fleet"), store->fleetPath(), QStringLiteral("--journal"),
                m_dir.filePath(QStringLiteral("journal.db"))},
            environment);
        const auto closed = [lastMinute](const QJsonObject& event) {
            return event[QStringLiteral("kind")].toString() == QLatin1String("interval_closed")
                && field(event, "feature").toString() == QLatin1String("recommendations")
                && field(event, "interval").toObject()[QStringLiteral("n")].toInt() >= lastMinute;
        };
        QVERIFY2(console->waitFor(closed, scenarioPatience(120)), console->errors());
        QVERIFY2(console->oddLines().isEmpty(), qPrintable(console->oddLines().join(QLatin1Char('\n'))));
    }

private Q_SLOTS:
    void cleanup()
    {
        QFile::remove(m_dir.filePath(QStringLiteral("journal.db")));
        QFile::remove(m_dir.filePath(QStringLiteral("journal.db-wal")));
        QFile::remove(m_dir.filePath(QStringLiteral("journal.db-shm")));
    }

    void tripsAtElevenAndReturnsAtFortyEight()
    {
        std::unique_ptr<BookstoreProcess> store;
        std::unique_ptr<WatchProcess> console;
        watch(outageHour(), 51, store, console);
        if (QTest::currentTestFailed())
            return;

        const auto changes = console->eventsOf(QStringLiteral("mode_changed"));
        const auto recommendations = QStringLiteral("recommendations");
        const int trip = firstMinuteIn(QStringLiteral("degraded"), changes, recommendations, 0);
        const int back = firstMinuteIn(QStringLiteral("primary"), changes, recommendations, trip + 1);
        QVERIFY2(trip >= 10 && trip <= 12, qPrintable(QString::number(trip)));
        QVERIFY2(back >= 47 && back <= 49, qPrintable(QString::number(back)));

        const auto minutes = minutesOf(console->eventsOf(QStringLiteral("interval_closed")));
        const auto calm = minutes[recommendations][5].served;
        const auto out = minutes[recommendations][27].served;
        const auto after = minutes[recommendations][50].served;
        QVERIFY2(calm.value(QStringLiteral("primary")) >= 85, "minute 5 is served by the primary");
        QCOMPARE(out.value(QStringLiteral("primary")), 0);
        QVERIFY2(out.value(QStringLiteral("secondary")) >= 30, "minute 27: 42 of 90 by the model");
        QVERIFY2(out.value(QStringLiteral("small_model")) >= 30, "minute 27: 40 of 90 by the model");
        QVERIFY2(among(out, lastResorts) >= 1 && among(out, lastResorts) <= 25, "minute 27: 8 of 90 by the model");
        QVERIFY2(after.value(QStringLiteral("primary")) >= 85, "minute 50 is served by the primary again");

        for (const auto& minute : minutes[QStringLiteral("refund_eligibility")])
            QCOMPARE(minute.served.value(QStringLiteral("small_model")), 0);

        QStringList path;
        for (const auto& event : console->eventsOf(QStringLiteral("reported_breaker_moved")))
            if (field(event, "breaker").toString() == QLatin1String("provider-primary"))
                path << field(event, "from").toString() + QLatin1Char('>') + field(event, "to").toString();
        QVERIFY2(path.contains(QStringLiteral("closed>open")), qPrintable(path.join(QLatin1Char(' '))));
        QVERIFY2(path.contains(QStringLiteral("open>half_open")), qPrintable(path.join(QLatin1Char(' '))));
        QVERIFY2(path.last().endsWith(QStringLiteral(">closed")), qPrintable(path.join(QLatin1Char(' '))));

        QCOMPARE(console->interrupt(), 0);
        verifyHolds();
        decidedOtherwise();
    }

    void shiftsWithTheScenario()
    {
        std::unique_ptr<BookstoreProcess> store;
        std::unique_ptr<WatchProcess> console;
        watch(shiftedBy(outageHour(), 5), 54, store, console);
        if (QTest::currentTestFailed())
            return;
        const auto changes = console->eventsOf(QStringLiteral("mode_changed"));
        const int trip = firstMinuteIn(QStringLiteral("degraded"), changes, QStringLiteral("recommendations"), 0);
        const int back = firstMinuteIn(QStringLiteral("primary"), changes, QStringLiteral("recommendations"), trip + 1);
        QVERIFY2(trip >= 15 && trip <= 17, qPrintable(QString::number(trip)));
        QVERIFY2(back >= 52 && back <= 54, qPrintable(QString::number(back)));
    }

    void nothingTripsWithoutTrouble()
    {
        std::unique_ptr<BookstoreProcess> store;
        std::unique_ptr<WatchProcess> console;
        watch(withoutTrouble(outageHour()), 22, store, console);
        if (QTest::currentTestFailed())
            return;
        for (const auto& event : console->eventsOf(QStringLiteral("mode_changed")))
            QVERIFY2(field(event, "to").toString() != QLatin1String("degraded"), "no feature leaves its first rung");
        for (const auto& event : console->eventsOf(QStringLiteral("reported_breaker_moved")))
            QVERIFY2(field(event, "to").toString() != QLatin1String("open"), "no breaker opens");
    }

private:
    /// Over all features: the most switches of one, and requests without an answer. `lane`: "recorded" or "what_if".
    static std::pair<int, int> switchesAndUnavailable(const QJsonArray& features, const QString& lane)
    {
        int switches = 0;
        int unavailable = 0;
        for (const auto& feature : features) {
            const auto figures = feature.toObject()[lane].toObject();
            switches = std::max(switches, figures[QStringLiteral("switches")].toInt());
            unavailable += figures[QStringLiteral("unavailable")].toInt();
        }
        return {switches, unavailable};
    }

    QJsonObject whatIf(const QString& change)
    {
        QStringList arguments{
            QStringLiteral("whatif"), m_dir.filePath(QStringLiteral("journal.db")), QStringLiteral("--json")};
        if (!change.isEmpty())
            arguments << QStringLiteral("--set") << change;
        QProcess program;
        program.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"), arguments);
        program.waitForFinished(60'000);
        return QJsonDocument::fromJson(program.readAllStandardOutput()).object();
    }

    /// The recorded hour under another policy moves as the published one does.
    void decidedOtherwise()
    {
        const auto featuresOf = [](const QJsonObject& answer) { return answer[QStringLiteral("features")].toArray(); };
        const auto as = [&](const QJsonObject& answer) {
            return switchesAndUnavailable(featuresOf(answer), QStringLiteral("what_if"));
        };
        const auto same = featuresOf(whatIf({}));
        QCOMPARE(same.size(), 3);
        for (const auto& feature : same)
            QVERIFY(feature.toObject()[QStringLiteral("differences")].toArray().isEmpty());
        const auto recorded = switchesAndUnavailable(same, QStringLiteral("recorded"));
        QVERIFY(recorded.second >= 10);
        QVERIFY(as(whatIf(QStringLiteral("hold=1"))).first >= 4);
        QVERIFY(as(whatIf(QStringLiteral("latency_trigger=false"))).first >= 4);
        QVERIFY(as(whatIf(QStringLiteral("recommendations.kill=11-47"))).second * 10 <= recorded.second);
        // Each of the console's own breakers is walked poll by poll, under what was recorded.
        const auto breakers = whatIf(QStringLiteral("close_after=1"))[QStringLiteral("breakers")].toArray();
        QVERIFY(!breakers.isEmpty());
        for (const auto& breaker : breakers)
            QVERIFY(!breaker.toObject()[QStringLiteral("differs")].toBool(true));
    }

    /// `replay --verify` of what was just recorded decides every input again and finds the same.
    void verifyHolds()
    {
        QProcess replay;
        replay.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
            {QStringLiteral("replay"), m_dir.filePath(QStringLiteral("journal.db")), QStringLiteral("--verify"),
                QStringLiteral("--json")});
        QVERIFY(replay.waitForFinished(60'000));
        QVERIFY2(replay.exitCode() == 0, replay.readAllStandardOutput() + replay.readAllStandardError());
    }
};

QTEST_GUILESS_MAIN(TestOutageHour)
#include "tst_outage_hour.moc"
