// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/feature.h"

#include <QFile>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::bookstore;
using namespace std::chrono_literals;

namespace {

QStringList told(const EventLog& log)
{
    QStringList lines;
    for (const auto& event : log.after(0))
        if (event.kind == "alert")
            lines << QString::fromStdString(event.name + " " + event.to + ": " + event.cause);
    return lines;
}

/// Refunds, of whom a person's queue should have no more than 5 % for five minutes.
struct Bench {
    EventLog log;
    FeatureAlerts alerts{"refunds", {{"queue_for_person", Percent{5'000}, 5min}, {.longest = 30min}}, log};
    Moment now{};

    void minutes(int count, std::uint64_t queued, std::uint64_t others)
    {
        for (int i = 0; i < count; ++i)
            alerts.closeMinute({{"queue_for_person", queued}, {"primary", others}}, 1min, now.wall);
    }
    void look(Mode mode, Duration after)
    {
        now.steady += after;
        alerts.look(mode, now);
    }
};

} // namespace

/// What a feature's owner has to be told, as events of the store: each once when it begins, and once when it is over.
class TestBookstoreAlerts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aShareThatIsTooLargeForTooLongIsTold()
    {
        Bench bench;
        bench.minutes(4, 1, 9);
        QVERIFY(told(bench.log).isEmpty());
        bench.minutes(3, 1, 9);
        const auto raised = QStringLiteral("refunds raised: queue_for_person serves 10.0 %, above 5.0 % for 300 s");
        QCOMPARE(told(bench.log), QStringList{raised});
        bench.minutes(1, 1, 19); // 5 % are not above 5 %
        QCOMPARE(told(bench.log).value(1),
            QStringLiteral("refunds cleared: queue_for_person serves 5.0 %, not above 5.0 %"));
        bench.minutes(4, 1, 9);
        QCOMPARE(told(bench.log).size(), 2);
    }

    void aMinuteWithoutCustomersSaysNothing()
    {
        Bench bench;
        bench.minutes(4, 1, 9);
        bench.minutes(10, 0, 0);
        QVERIFY(told(bench.log).isEmpty());
        bench.minutes(1, 1, 9);
        QCOMPARE(told(bench.log).size(), 1);
    }

    void aModeThatNobodyEndsIsTold()
    {
        Bench bench;
        bench.look(Mode::Primary, 2h);
        bench.look(Mode::Degraded, 0s);
        bench.look(Mode::Killed, 30min - 1ns);
        QVERIFY(told(bench.log).isEmpty());
        bench.look(Mode::Degraded, 1ns);
        bench.look(Mode::Degraded, 1h);
        QCOMPARE(told(bench.log), QStringList{QStringLiteral("refunds raised: off its primary for 1800 s")});
        bench.look(Mode::Primary, 1s);
        QCOMPARE(told(bench.log).value(1), QStringLiteral("refunds cleared: on its primary again"));
    }

    void theStoreLooksAtItsFeatures()
    {
        QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto scenario = *lab::parseScenario(file.readAll().toStdString());
        for (const auto& script : scenario.features) {
            const auto options = alertsOf(script);
            QVERIFY(validate(options.share).ok() && validate(options.stay).ok());
            QVERIFY(ladderOf(script).indexOf(options.share.rung));
        }
        ManualClock machine;
        const ScaledClock clock(machine, 1, 0s);
        EventLog log;
        ModelProvider model("provider", "http://127.0.0.1:1", {}, clock, log);
        Feature feature(scenario, scenario.features[1],
            {{RungKind::Primary, &model}, {RungKind::Secondary, &model}, {RungKind::SmallModel, &model}}, clock, log);
        // Nothing is prepared, so that of a killed feature only the honest end is left.
        feature.kill({"tester", "no models here", "k", {}, std::nullopt});
        for (int minute = 0; minute < 30; ++minute) {
            feature.tick();
            for (int n = 0; n < 10; ++n)
                static_cast<void>(feature.serve({"question", "public"}));
            machine.advance(1min);
            feature.closeMinute(minute);
            QCOMPARE(told(log).size(), minute < 4 ? 0 : 1);
        }
        feature.tick();
        QCOMPARE(told(log).size(), 2);
        QVERIFY(told(log)[0].contains(QLatin1String("unavailable serves")));
        QVERIFY(told(log)[1].contains(QLatin1String("off its primary")));
    }
};

QTEST_APPLESS_MAIN(TestBookstoreAlerts)
#include "tst_bookstore_alerts.moc"
