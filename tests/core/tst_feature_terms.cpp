// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/required_outcome.h"
#include "tests/core/ladder_bench.h"

#include <QTest>

#include <algorithm>
#include <stdexcept>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(rungwatch::RungKind)

namespace {

QString errors(const FeatureAnswer& answer)
{
    return QString::fromStdString(errorsOf(answer));
}
QString outcome(const FeatureAnswer& answer)
{
    return QString::fromStdString(std::string(nameOf(answer.outcome)));
}
QString name(const FeatureAnswer& answer)
{
    return QString::fromStdString(answer.rungName);
}

Ladder greenLadder()
{
    auto ladder = refundLadder();
    ladder.rungs.insert(ladder.rungs.begin() + 2, rung("cache", RungKind::Cache));
    return ladder;
}

} // namespace

/// What a feature's owner decided: that it is required, how long a spent allowance is left alone, who may force a rung;
/// and that a kill reaches what is under way.
class TestFeatureTerms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRequiredOutcomeHasNoRungThatKeepsThePageGreen_data()
    {
        QTest::addColumn<RungKind>("kind");
        QTest::addColumn<bool>("allowed");
        for (const auto kind : {RungKind::Primary, RungKind::Secondary, RungKind::SmallModel, RungKind::Rules})
            QTest::newRow(std::string(nameOf(kind)).c_str()) << kind << true;
        for (const auto kind : {RungKind::Cache, RungKind::Template})
            QTest::newRow(std::string(nameOf(kind)).c_str()) << kind << false;
    }
    void aRequiredOutcomeHasNoRungThatKeepsThePageGreen()
    {
        QFETCH(RungKind, kind);
        QFETCH(bool, allowed);
        auto ladder = refundLadder();
        ladder.rungs[2].kind = kind;
        QVERIFY(validate(ladder));
        const auto checked = validateRequired(ladder);
        QCOMPARE(checked.ok(), allowed);
        if (allowed)
            return;
        QCOMPARE(QString::fromStdString(checked.error().code), QStringLiteral("silent-degradation"));
        QCOMPARE(QString::fromStdString(checked.error().where), QStringLiteral("/ladder/2"));
        QVERIFY(QString::fromStdString(checked.error().message).contains(QLatin1String("without anybody deciding it")));
    }

    void aRequiredLadderIsFirstOfAllALadder()
    {
        auto ladder = refundLadder();
        ladder.rungs.pop_back();
        QCOMPARE(QString::fromStdString(validateRequired(ladder).error().code), QStringLiteral("no-honest-end"));
        // An explicit failure alone is allowed.
        QVERIFY(validateRequired({{rung("none", RungKind::Unavailable)}, {}}));
    }

    void evenALadderThatNobodyCheckedServesNoCacheForARequiredOutcome()
    {
        LadderBench bench(greenLadder(), {true, 5min, nullptr});
        bench.fails("primary", "503");
        bench.fails("secondary", "503");
        bench.misses("rules");
        const auto answer = bench.ask();
        QCOMPARE(errors(answer), QStringLiteral("primary 503; secondary 503; cache not_allowed; rules miss"));
        QCOMPARE(outcome(answer), QStringLiteral("queued"));
        QVERIFY(answer.required);
        QVERIFY(!answer.provided());
        QVERIFY(std::find(bench.called.begin(), bench.called.end(), "cache") == bench.called.end());

        LadderBench optional(greenLadder());
        optional.fails("primary", "503");
        optional.fails("secondary", "503");
        QCOMPARE(name(optional.ask()), QStringLiteral("cache"));
        QVERIFY(!optional.ask().required);
    }

    void everyAnswerSaysOutrightWhatCameOfIt()
    {
        LadderBench bench;
        QCOMPARE(outcome(bench.ask()), QStringLiteral("full"));
        bench.fails("primary", "404");
        QCOMPARE(outcome(bench.ask()), QStringLiteral("caller_mistake"));
        bench.fails("primary", "503");
        auto answer = bench.ask();
        QCOMPARE(outcome(answer), QStringLiteral("degraded"));
        QVERIFY(answer.provided());
        bench.fails("secondary", "503");
        bench.misses("rules");
        QCOMPARE(outcome(bench.ask()), QStringLiteral("queued"));
        QCOMPARE(outcome(bench.runner.run({{"c", "s"}, Purpose::Drill, {}, 2}, Mode::Drill)), QStringLiteral("none"));

        auto ladder = refundLadder();
        ladder.rungs.back() = rung("unavailable", RungKind::Unavailable);
        LadderBench last(ladder);
        last.says["unavailable"] = [](const RungCall&) { return RungAnswer::served({}); };
        for (const char* each : {"primary", "secondary"})
            last.fails(each, "503");
        last.misses("rules");
        answer = last.ask();
        QCOMPARE(outcome(answer), QStringLiteral("unavailable"));
        QVERIFY(!answer.provided());
        QCOMPARE(
            QString::fromStdString(answer.body), QStringLiteral("Refund eligibility is not available at the moment."));
    }

    void aPersonsQueueSaysThePlaceAndTheWait()
    {
        LadderBench bench;
        for (const char* each : {"primary", "secondary", "rules"})
            bench.fails(each, "timeout", "10.2.0.17:8443 db-internal.example.org timed out");
        bench.says["queue_for_person"] = [](const RungCall&) { return RungAnswer::queued({3, 6min}); };
        const auto answer = bench.ask();
        QCOMPARE(QString::fromStdString(answer.body),
            QStringLiteral("Your refund request is queued for a person. You are number 3 in the queue; the wait is "
                           "about 6 minutes. Another way: help@example.org"));
        QVERIFY(answer.honest->place == (QueuePlace{3, 6min}));
        QCOMPARE(answer.honest->otherPaths.size(), std::size_t{1});
        // The errors are kept for operators; nothing of them is in what a customer reads.
        QVERIFY(QString::fromStdString(answer.errors[0].message).contains(QLatin1String("db-internal")));
        QVERIFY(!QString::fromStdString(answer.body).contains(QLatin1String("db-internal")));
    }

    void aQueueThatFailsLeaksNothing()
    {
        LadderBench bench;
        for (const char* each : {"primary", "secondary", "rules"})
            bench.fails(each, "503");
        bench.says["queue_for_person"] = [](const RungCall&) -> RungAnswer {
            throw std::runtime_error("queue at db-internal.example.org is down");
        };
        const auto answer = bench.ask();
        QCOMPARE(QString::fromStdString(answer.body),
            QStringLiteral("Refund eligibility is not available at the moment. Another way: help@example.org"));
        QVERIFY(answer.outcome == Outcome::Unavailable); // and not queued
        QVERIFY(!QString::fromStdString(answer.honest->text).contains(QLatin1String("db-internal")));
        QCOMPARE(errors(answer).section(QStringLiteral("; "), -1), QStringLiteral("queue_for_person throw"));
    }

    void aSpentAllowanceIsLeftAloneForAWhile()
    {
        LadderBench bench;
        bench.fails("primary", "429_quota_spent");
        QCOMPARE(errors(bench.ask()), QStringLiteral("primary 429_quota_spent"));
        QVERIFY(bench.runner.restLeft(0, bench.clock.steadyNow()) == 5min);
        bench.says.clear();
        bench.clock.advance(5min - 1ns);
        bench.called.clear();
        auto answer = bench.ask();
        QCOMPARE(errors(answer), QStringLiteral("primary resting"));
        QCOMPARE(QString::fromStdString(answer.reason), QStringLiteral("resting"));
        QCOMPARE(name(answer), QStringLiteral("secondary")); // no other rung is affected
        QCOMPARE(errors(bench.runner.canary({"c", "s"})), QStringLiteral("primary resting"));
        QCOMPARE(bench.called, std::vector<std::string>{"secondary"});
        bench.clock.advance(1ns);
        QCOMPARE(name(bench.ask()), QStringLiteral("primary"));
    }

    void howLongItRestsIsTheDependencysWordUpToADay_data()
    {
        QTest::addColumn<qint64>("said");
        QTest::addColumn<qint64>("rests");
        const auto row = [](const char* title, Duration said, Duration rests) {
            QTest::newRow(title) << qint64(said.count()) << qint64(rests.count());
        };
        row("90 s", 90s, 90s);
        row("a day", 24h, 24h);
        row("more than a day", 24h + 1ns, 24h);
        row("for ever", Duration::max(), 24h);
        row("now", 0s, 0s);
        row("in the past", -5s, 0s);
    }
    void howLongItRestsIsTheDependencysWordUpToADay()
    {
        QFETCH(qint64, said);
        QFETCH(qint64, rests);
        LadderBench bench;
        bench.says["primary"] = [&](const RungCall&) {
            auto answer = RungAnswer::failed(FailureClass::Kind::QuotaSpent);
            answer.comesBackIn = Duration(said);
            return answer;
        };
        static_cast<void>(bench.ask());
        QCOMPARE(bench.runner.restLeft(0, bench.clock.steadyNow()).value_or(0s).count(), rests);
    }

    void anOperatorEndsARestAndALaterOneNeverShortensIt()
    {
        RungRest rest;
        const SteadyTime now{100s};
        QVERIFY(!rest.left(now));
        rest.until(now + 60s);
        rest.until(now + 10s);
        QVERIFY(rest.left(now) == 60s);
        QVERIFY(rest.left(now + 60s - 1ns) == 1ns);
        QVERIFY(!rest.left(now + 60s));
        rest.clear();
        QVERIFY(!rest.left(now));

        LadderBench bench;
        bench.fails("primary", "429_quota_spent");
        static_cast<void>(bench.ask());
        bench.says.clear();
        bench.runner.endRest(0);
        QCOMPARE(name(bench.ask()), QStringLiteral("primary"));
    }

    void anOrdinaryLimitDoesNotRest()
    {
        LadderBench bench;
        bench.fails("primary", "429");
        static_cast<void>(bench.ask());
        QVERIFY(!bench.runner.restLeft(0, bench.clock.steadyNow()));
        LadderBench never(refundLadder(), {false, 0s, nullptr});
        never.fails("primary", "429_quota_spent");
        static_cast<void>(never.ask());
        QVERIFY(!never.runner.restLeft(0, never.clock.steadyNow()));
    }

    void aCallThatAKillInterruptedIsDiscardedEvenWhenTheKillIsOver()
    {
        for (const bool killed : {true, false}) {
            LadderBench bench;
            bench.says["primary"] = [&](const RungCall&) {
                if (killed) {
                    bench.kill(10s);
                    bench.clock.advance(1s);
                    bench.revive();
                }
                return RungAnswer::served("from before");
            };
            const auto answer = bench.ask();
            QCOMPARE(name(answer), killed ? QStringLiteral("rules") : QStringLiteral("primary"));
            QCOMPARE(errors(answer), killed ? QStringLiteral("primary discarded; secondary reviving") : QString());
            QCOMPARE(bench.breaker.snapshot().inFlight, 0U);
        }
    }

    void aDiscardedCanaryIsNoAnswer()
    {
        LadderBench bench;
        bench.says["primary"] = [&](const RungCall&) {
            bench.kill();
            return RungAnswer::served("from before");
        };
        const auto answer = bench.runner.canary({"c", "s"});
        QVERIFY(!answer.rung);
        QCOMPARE(errors(answer), QStringLiteral("primary discarded"));
    }

    void revivingBeginsWithOneProbeAndEndsTheKillOnlyWhenItServes()
    {
        LadderBench bench;
        bench.kill(std::nullopt);
        bench.clock.advance(24h);
        QCOMPARE(errors(bench.ask()), QString()); // it begins below the models
        QCOMPARE(QString::fromStdString(bench.ask().reason), QStringLiteral("killed"));
        QVERIFY(bench.revive() == KillSwitch::Answer::Done);
        bench.called.clear();
        QString meanwhile;
        bench.says["primary"] = [&](const RungCall&) {
            bench.says.erase("primary");
            meanwhile = name(bench.ask());
            return RungAnswer::served("back");
        };
        QCOMPARE(name(bench.ask()), QStringLiteral("primary"));
        QCOMPARE(meanwhile, QStringLiteral("rules"));
        QCOMPARE(bench.called, (std::vector<std::string>{"primary", "rules"}));
        QVERIFY(bench.killSwitch.phase(bench.clock.steadyNow()) == KillSwitch::Phase::Off);
    }

    void theCheapRungsKeepTheirReserve()
    {
        // 10 s in all; the rules keep 3 s, whatever the models above do.
        FeatureTerms terms;
        terms.reserves = {0s, 0s, 3s, 0s};
        LadderBench bench(refundLadder(), terms);
        std::map<std::string, std::optional<Duration>> given;
        const auto hangs = [&](const RungCall& call) {
            given[call.rung.name] = call.deadline;
            bench.clock.advance(call.deadline.value_or(1h));
            return RungAnswer::failed(FailureClass::Kind::Timeout);
        };
        bench.says["primary"] = hangs;
        bench.says["secondary"] = hangs;
        bench.says["rules"] = hangs;
        const auto deadline = bench.clock.steadyNow() + 10s;
        const auto answer = bench.runner.run({{"c", "s"}, Purpose::Customer, deadline, {}}, Mode::Primary);
        QVERIFY(given["primary"] == 7s);
        QVERIFY(given["rules"] == 3s);
        QCOMPARE(errors(answer), QStringLiteral("primary timeout; secondary deadline; rules timeout"));
        QCOMPARE(outcome(answer), QStringLiteral("queued")); // no time is no reason not to be honest
    }

    void aForcedRungMovesCustomersUntilItsEndAndAKillWins()
    {
        LadderBench bench;
        const auto began = bench.clock.steadyNow();
        const auto id = bench.forced.set(Mode::Forced, 1, began + 60s, began);
        QVERIFY(id);
        auto answer = bench.ask();
        QCOMPARE(name(answer), QStringLiteral("secondary"));
        QVERIFY(answer.mode == Mode::Forced);
        QCOMPARE(QString::fromStdString(answer.reason), QStringLiteral("forced"));
        QCOMPARE(
            name(bench.runner.run({{"c", "s"}, Purpose::Probe, {}, {}}, Mode::Primary)), QStringLiteral("primary"));
        bench.kill(1s);
        QVERIFY(bench.ask().mode == Mode::Killed);
        QCOMPARE(name(bench.ask()), QStringLiteral("rules"));
        bench.clock.advance(1s);
        static_cast<void>(bench.ask()); // revives
        bench.clock.advance(59s - 1ns);
        QCOMPARE(name(bench.ask()), QStringLiteral("secondary"));
        bench.clock.advance(1ns);
        QCOMPARE(name(bench.ask()), QStringLiteral("primary"));
    }

    void oneOverrideAtATimeAndNobodyEndsAnothers()
    {
        RungOverride forced;
        const SteadyTime now{100s};
        const auto first = forced.set(Mode::Forced, 1, now + 10s, now);
        QVERIFY(first);
        QVERIFY(!forced.set(Mode::Drill, 2, now + 10s, now));
        QVERIFY(forced.move(*first, 3, now));
        QCOMPARE(forced.at(now)->rung, std::size_t{3});
        QVERIFY(!forced.move(*first, 2, now + 10s)); // over
        const auto second = forced.set(Mode::Drill, 2, std::nullopt, now + 10s);
        QVERIFY(second);
        QVERIFY(!forced.clear(*first));
        QVERIFY(forced.at(SteadyTime::max())->id == *second);
        QVERIFY(forced.clear(*second));
        QVERIFY(!forced.at(now));
    }
};

QTEST_APPLESS_MAIN(TestFeatureTerms)
#include "tst_feature_terms.moc"
