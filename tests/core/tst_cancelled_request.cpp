// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ladder_bench.h"
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

QString outcome(const FeatureAnswer& answer)
{
    return QString::fromStdString(std::string(nameOf(answer.outcome)));
}

} // namespace

/// A request that its caller gave up ends where it stands: nobody waits for what a lower rung would say, and nothing is
/// held against the dependency.
class TestCancelledRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noLowerRungIsAsked_data()
    {
        QTest::addColumn<int>("rung");
        QTest::addColumn<QString>("failure");
        QTest::addColumn<bool>("goesOn");
        int index = 0;
        for (const char* name : {"primary", "secondary", "rules", "queue_for_person"}) {
            QTest::addRow("%s cancelled", name) << index << "cancelled" << false;
            QTest::addRow("%s timeout", name) << index << "timeout" << true;
            ++index;
        }
    }
    void noLowerRungIsAsked()
    {
        QFETCH(int, rung);
        QFETCH(QString, failure);
        QFETCH(bool, goesOn);
        const auto word = failure.toStdString();
        LadderBench bench;
        const auto ladder = refundLadder();
        for (int above = 0; above < rung; ++above)
            bench.misses(ladder.rungs[std::size_t(above)].name);
        bench.fails(ladder.rungs[std::size_t(rung)].name, word.c_str());
        const auto answer = bench.ask();
        QCOMPARE(answer.rung.has_value(), goesOn);
        QCOMPARE(outcome(answer) == QLatin1String("cancelled"), !goesOn);
        QCOMPARE(QString::fromStdString(answer.errors.back().what), failure);
        QCOMPARE(int(bench.called.size()), goesOn && rung < 3 ? rung + 2 : rung + 1);
        if (goesOn)
            return;
        QVERIFY(!answer.provided() && !answer.degraded && !answer.callerMistake && !answer.honest);
        QVERIFY(answer.body.empty());
        QCOMPARE(bench.runner.served(), std::vector<std::uint64_t>(4));
    }

    void itSaysNothingAboutTheDependency()
    {
        LadderBench bench;
        bench.fails("primary", "cancelled");
        for (int i = 0; i < 10; ++i)
            bench.ask();
        QVERIFY(bench.breaker.phase() == breaker::Phase::Closed);
        QCOMPARE(bench.stats.close(bench.clock.steadyNow()).requests, std::uint64_t{0});

        bench.fails("primary", "timeout");
        for (int i = 0; i < 3; ++i)
            bench.ask();
        QVERIFY(bench.breaker.phase() == breaker::Phase::Open);
        // A probe that is given up leaves the breaker able to probe again.
        bench.clock.advance(15s);
        bench.fails("primary", "cancelled");
        QCOMPARE(outcome(bench.ask()), QStringLiteral("cancelled"));
        QVERIFY(bench.breaker.phase() == breaker::Phase::HalfOpen);
        QVERIFY(bench.breaker.wouldAdmit());
    }

    void aGivenUpTrialLeavesTheFeatureReviving()
    {
        LadderBench bench;
        bench.kill();
        bench.revive();
        bench.fails("primary", "cancelled");
        QCOMPARE(outcome(bench.ask()), QStringLiteral("cancelled"));
        QVERIFY(bench.killSwitch.phase(bench.clock.steadyNow()) == KillSwitch::Phase::Reviving);
        bench.says.clear();
        QCOMPARE(outcome(bench.ask()), QStringLiteral("full"));
        QVERIFY(bench.killSwitch.phase(bench.clock.steadyNow()) == KillSwitch::Phase::Off);
    }

    void aScriptSeesIt()
    {
        const auto steps = outputs(R"({"ladder": {"rungs": ["primary", "secondary", "unavailable"]}, "steps": [
            {"at_s": 0, "request": {"primary": "cancelled"}},
            {"at_s": 1, "request": {"primary": "503", "secondary": "cancelled"}},
            {"at_s": 2, "request": {"primary": "503"}}]})");
        QCOMPARE(steps.size(), 3);
        QVERIFY(steps[0]["served_by"].isNull());
        QCOMPARE(steps[0]["reason"], "cancelled");
        QCOMPARE(steps[0]["outcome"], "cancelled");
        QCOMPARE(steps[0]["degraded"], false);
        QCOMPARE(steps[0]["errors"].toArray().size(), 1);
        QVERIFY(steps[1]["served_by"].isNull());
        QCOMPARE(steps[1]["reason"], "503");
        QCOMPARE(steps[1]["outcome"], "cancelled");
        QCOMPARE(steps[2]["served_by"], "secondary");
    }
};

QTEST_APPLESS_MAIN(TestCancelledRequest)
#include "tst_cancelled_request.moc"
