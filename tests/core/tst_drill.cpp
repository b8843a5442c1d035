// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/drill.h"
#include "tests/core/ladder_bench.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

DrillPlan plan(std::vector<std::size_t> rungs = {})
{
    DrillPlan made;
    made.key = {"drill case", "drill"};
    made.rungs = std::move(rungs);
    made.check = [](const Rung& rung, const FeatureAnswer& answer) -> std::string {
        return answer.body == rung.name ? "" : "said \"" + answer.body + "\"";
    };
    return made;
}

QString end(const DrillReport& report)
{
    return QString::fromStdString(std::string(nameOf(report.end)));
}

/// "primary; secondary check"
QString faults(const DrillReport& report)
{
    QStringList list;
    for (const auto& drilled : report.rungs)
        list << QString::fromStdString(drilled.rung + (drilled.passed ? "" : " " + drilled.fault));
    return list.join(QStringLiteral("; "));
}

} // namespace

/// A drill forces each rung through the entry that customers use, and leaves nothing behind however it ends.
class TestDrill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRungIsForcedInTurnAndCustomersNoticeNothing()
    {
        LadderBench bench;
        std::vector<Purpose> purposes;
        std::string customers;
        bench.says["secondary"] = [&](const RungCall& call) {
            purposes.push_back(call.purpose);
            customers = bench.ask().rungName;
            return RungAnswer::served("secondary");
        };
        const auto report = drill(bench.runner, plan());
        QCOMPARE(faults(report), QStringLiteral("primary; secondary; rules; queue_for_person"));
        QVERIFY(report.passed());
        QCOMPARE(end(report), QStringLiteral("done"));
        QCOMPARE(
            bench.called, (std::vector<std::string>{"primary", "secondary", "primary", "rules", "queue_for_person"}));
        QVERIFY(purposes == std::vector<Purpose>{Purpose::Drill});
        QCOMPARE(customers, std::string("primary"));
        QVERIFY(report.rungs[1].answer.mode == Mode::Drill);
        QCOMPARE(bench.runner.served(), (std::vector<std::uint64_t>{1, 0, 0, 0})); // the customer's
        QVERIFY(!bench.forced.at(bench.clock.steadyNow()));
        QVERIFY(report.before == report.after);
    }

    void onlyTheNamedRungsAreTried()
    {
        LadderBench bench;
        QCOMPARE(faults(drill(bench.runner, plan({2, 0}))), QStringLiteral("rules; primary"));
    }

    void aWrongAnswerFailsByTheOneCheck()
    {
        LadderBench bench;
        bench.says["rules"] = [](const RungCall&) { return RungAnswer::served("approve everything"); };
        const auto report = drill(bench.runner, plan());
        QCOMPARE(faults(report), QStringLiteral("primary; secondary; rules check; queue_for_person"));
        QCOMPARE(QString::fromStdString(report.rungs[2].message), QStringLiteral("said \"approve everything\""));
        QVERIFY(!report.passed());
    }

    void aRungThatDoesNotAnswerFailsWithWhatItSaid()
    {
        LadderBench bench;
        bench.fails("secondary", "500", "the prompt names a removed field");
        const auto report = drill(bench.runner, plan());
        QCOMPARE(faults(report), QStringLiteral("primary; secondary no_answer; rules; queue_for_person"));
        QCOMPARE(QString::fromStdString(report.rungs[1].message),
            QStringLiteral("secondary: 500 (the prompt names a removed field)"));
    }

    void anHonestEndWhoseQueueIsDownFailsAlthoughItServesItsMessage()
    {
        LadderBench bench;
        bench.fails("queue_for_person", "refused");
        auto lenient = plan({3});
        lenient.check = [](const Rung&, const FeatureAnswer&) { return std::string(); };
        QCOMPARE(faults(drill(bench.runner, lenient)), QStringLiteral("queue_for_person no_answer"));
    }

    void aDrillThatNeverReachedItsRungFails()
    {
        // An override that something else takes away behind the drill's back: requests go to the primary again.
        LadderBench bench;
        bench.says["primary"] = [&](const RungCall&) {
            bench.forced.clear(1);
            return RungAnswer::served("primary");
        };
        const auto report = drill(bench.runner, plan({0, 1}));
        QVERIFY(!report.passed());
        QCOMPARE(faults(report), QStringLiteral("primary; secondary expired"));
        QCOMPARE(bench.called, std::vector<std::string>{"primary"});
    }

    void aFeatureThatCannotBeForcedIsNotDrilled()
    {
        ManualClock clock;
        FeatureRunner unwired("f", refundLadder(), {}, clock);
        auto report = drill(unwired, plan());
        QCOMPARE(end(report), QStringLiteral("not_possible"));
        QVERIFY(!report.passed());

        LadderBench bench;
        QCOMPARE(end(drill(bench.runner, plan({4}))), QStringLiteral("not_possible"));
        auto without = plan();
        without.check = nullptr;
        QCOMPARE(end(drill(bench.runner, without)), QStringLiteral("not_possible"));
        for (const Duration wrong : {Duration{0}, Duration{-1s}, Duration{1h + 1ns}}) {
            auto timed = plan();
            timed.maxDuration = wrong;
            QCOMPARE(end(drill(bench.runner, timed)), QStringLiteral("not_possible"));
        }
        QVERIFY(bench.called.empty());
        auto longest = plan();
        longest.maxDuration = 1h;
        QCOMPARE(end(drill(bench.runner, longest)), QStringLiteral("done"));
    }

    void aKillWinsAndEndsTheDrill()
    {
        LadderBench bench;
        bench.says["secondary"] = [&](const RungCall&) {
            bench.kill();
            return RungAnswer::served("secondary");
        };
        auto report = drill(bench.runner, plan());
        QCOMPARE(
            faults(report), QStringLiteral("primary; secondary no_answer; rules killed; queue_for_person not_tried"));
        QCOMPARE(end(report), QStringLiteral("killed"));
        QVERIFY(!bench.forced.at(bench.clock.steadyNow()));
        QCOMPARE(QString::fromStdString(report.changed.at(0)), QStringLiteral("kill switch: off before, killed after"));

        report = drill(bench.runner, plan());
        QCOMPARE(faults(report),
            QStringLiteral("primary killed; secondary not_tried; rules not_tried; queue_for_person not_tried"));
        QVERIFY(report.changed.empty());
    }

    void itsTimeIsUpAtItsLongestDuration_data()
    {
        QTest::addColumn<qint64>("takes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a nanosecond less") << qint64(Duration(60s - 1ns).count()) << "primary; secondary";
        QTest::newRow("all of it") << qint64(Duration(60s).count()) << "primary expired; secondary not_tried";
    }
    void itsTimeIsUpAtItsLongestDuration()
    {
        QFETCH(qint64, takes);
        QFETCH(QString, expected);
        LadderBench bench;
        bench.says["primary"] = [&](const RungCall& call) {
            bench.clock.advance(Duration(takes));
            return RungAnswer::served(call.rung.name);
        };
        auto timed = plan({0, 1});
        timed.maxDuration = 60s;
        const auto report = drill(bench.runner, timed);
        QCOMPARE(faults(report), expected);
        QVERIFY(!bench.forced.at(bench.clock.steadyNow()));
    }

    void anOverrideThatNobodyPutBackEndsByItself()
    {
        LadderBench bench;
        const auto now = bench.clock.steadyNow();
        QVERIFY(bench.forced.set(Mode::Drill, 1, now + 60s, now)); // whoever set it has died
        QCOMPARE(end(drill(bench.runner, plan())), QStringLiteral("busy"));
        QVERIFY(bench.called.empty());
        bench.clock.advance(60s);
        QCOMPARE(end(drill(bench.runner, plan())), QStringLiteral("done"));
    }

    void aForcedRungOfAnOperatorIsLeftAsItIs()
    {
        LadderBench bench;
        const auto now = bench.clock.steadyNow();
        const auto id = bench.forced.set(Mode::Forced, 2, std::nullopt, now);
        QCOMPARE(end(drill(bench.runner, plan())), QStringLiteral("busy"));
        QVERIFY(bench.forced.at(now)->id == *id);
    }

    void whateverIsThrownEverythingIsPutBack()
    {
        LadderBench bench;
        auto throwing = plan();
        throwing.check = [](const Rung& rung, const FeatureAnswer&) -> std::string {
            if (rung.kind == RungKind::Primary)
                throw std::runtime_error("no such field");
            throw 7;
        };
        const auto report = drill(bench.runner, throwing);
        QCOMPARE(faults(report), QStringLiteral("primary check; secondary check; rules check; queue_for_person check"));
        QCOMPARE(QString::fromStdString(report.rungs[0].message), QStringLiteral("the check threw: no such field"));
        QVERIFY(!bench.forced.at(bench.clock.steadyNow()));
        QVERIFY(report.before == report.after);
    }

    void theHoldPutsBackWhenTheStackUnwinds()
    {
        RungOverride forced;
        const SteadyTime now{100s};
        try {
            OverrideHold hold(forced, *forced.set(Mode::Drill, 1, now + 60s, now));
            QVERIFY(forced.at(now));
            throw std::runtime_error("out of memory");
        } catch (const std::runtime_error&) {
            QVERIFY(!forced.at(now));
        }
    }

    void aDrillThatOpenedABreakerSaysSo()
    {
        LadderBench bench;
        bench.fails("primary", "503");
        const auto report = drill(bench.runner, plan({0, 0, 0}));
        QVERIFY(!report.passed());
        QCOMPARE(report.changed.size(), std::size_t{1});
        QCOMPARE(
            QString::fromStdString(report.changed[0]), QStringLiteral("breaker of primary: closed before, open after"));

        LadderBench resting;
        resting.fails("secondary", "429_quota_spent");
        QCOMPARE(
            QString::fromStdString(drill(resting.runner, plan()).changed.at(0)), QStringLiteral("secondary rests now"));
    }
};

QTEST_APPLESS_MAIN(TestDrill)
#include "tst_drill.moc"
