// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/breaker/call_limits.h"
#include "tests/support/breaker_phases.h"

#include <QTest>

#include <functional>

Q_DECLARE_METATYPE(std::function<void(rungwatch::breaker::Options&)>)

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;
using namespace rungwatch::test;

/// The rules of breaker::step: both sides of every boundary. What each input does in each phase: tst_breaker_table.cpp.
class TestBreakerStep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsClosedAndEmpty()
    {
        auto driver = simple();
        driver.tick();
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
        QCOMPARE(driver.log, QStringList());
        QCOMPARE(figuresAt(driver.state, driver.options, driver.now).calls, std::uint64_t{0});
    }

    void opensAtTheThresholdAndNotOneEarlier()
    {
        auto driver = simple();
        driver.fail();
        driver.fail();
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
        driver.fail();
        QCOMPARE(driver.forget(), QStringLiteral("closed>open threshold"));
        QVERIFY(driver.state.openUntil == driver.now + 15s);
    }

    void aSuccessSetsTheRunToZeroAndAnIgnoredCallDoesNot()
    {
        auto driver = simple();
        driver.fail();
        driver.fail();
        driver.ok();
        QCOMPARE(driver.state.run, 0U);
        driver.fail();
        driver.fail();
        driver.call(Verdict::Ignored);
        driver.call(Verdict::Cancelled);
        QCOMPARE(driver.state.run, 2U);
        driver.fail();
        QCOMPARE(driver.phase(), QStringLiteral("open"));
    }

    void cooldownIsOverAtItsEndAndNotANanosecondEarlier()
    {
        auto driver = inPhase(Phase::Open);
        driver.pass(15s - 1ns);
        QCOMPARE(driver.phase(), QStringLiteral("open"));
        QVERIFY(!driver.ask());
        QVERIFY(driver.refusal->retryIn == 1ns);
        QVERIFY(remainingAt(driver.state, driver.options, driver.now) == 1ns);
        driver.pass(1ns);
        QCOMPARE(driver.phase(), QStringLiteral("half_open")); // read before anything stepped
        QCOMPARE(driver.log, QStringList());
        QVERIFY(driver.ask());
        QCOMPARE(driver.forget(), QStringLiteral("open>half_open cooldown"));
    }

    void refusalsLeaveWindowAndCooldownAlone()
    {
        auto driver = inPhase(Phase::Open);
        const auto until = driver.state.openUntil;
        for (int i = 0; i < 100; ++i)
            QVERIFY(!driver.ask());
        QVERIFY(driver.state.openUntil == until);
        QCOMPARE(driver.state.counters.rejected, std::uint64_t{100});
        QCOMPARE(driver.state.counters.failed, std::uint64_t{3});
    }

    void stragglersThatFailWhileOpenNeitherExtendNorAnnounce()
    {
        auto driver = simple();
        std::vector<PermitId> early;
        for (int i = 0; i < 5; ++i)
            early.push_back(*driver.ask());
        for (int i = 0; i < 3; ++i)
            driver.end(early[static_cast<std::size_t>(i)], Verdict::Failure);
        QCOMPARE(driver.forget(), QStringLiteral("closed>open threshold"));
        const auto until = driver.state.openUntil;
        driver.pass(3s);
        driver.end(early[3], Verdict::Failure);
        driver.end(early[4], Verdict::Success);
        QVERIFY(driver.state.openUntil == until);
        QCOMPARE(driver.forget(), QString());
        QCOMPARE(driver.state.counters.late, std::uint64_t{2});
    }

    void halfOpenAdmitsExactlyItsPermits()
    {
        auto driver = simple();
        driver.options.halfOpenPermits = 3;
        driver.options.closeAfter = 3;
        driver.trip();
        driver.pass(15s);
        std::vector<PermitId> probes;
        for (int i = 0; i < 3; ++i)
            probes.push_back(*driver.ask());
        QVERIFY(!driver.ask());
        QVERIFY(driver.refusal->reason == RefusalReason::ProbeInFlight);
        driver.end(probes[0], Verdict::Cancelled); // the slot comes back, once
        driver.end(probes[0], Verdict::Cancelled);
        QVERIFY(driver.ask());
        QVERIFY(!driver.ask());
    }

    void ignoredProbesGiveBackTheirSlotsMoreOftenThanThereAreSlots()
    {
        auto driver = inPhase(Phase::HalfOpen);
        for (int i = 0; i < 4; ++i)
            QVERIFY(driver.call(Verdict::Ignored));
        QCOMPARE(driver.phase(), QStringLiteral("half_open"));
        QCOMPARE(driver.state.counters.ignored, std::uint64_t{4});
    }

    void closesAfterTheNumberOfSuccessesAndNotOneEarlier()
    {
        auto driver = simple();
        driver.options.closeAfter = 2;
        driver.trip();
        driver.pass(15s);
        driver.ok();
        QCOMPARE(driver.phase(), QStringLiteral("half_open"));
        driver.ok();
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
        QCOMPARE(driver.state.run, 0U);
        QVERIFY(!driver.state.outageSince);
    }

    void theFirstFailedProbeEndsItWhateverItsSiblingsBring()
    {
        auto driver = simple();
        driver.options.halfOpenPermits = 4;
        driver.options.closeAfter = 3;
        driver.trip();
        driver.pass(15s);
        std::vector<PermitId> probes;
        for (int i = 0; i < 4; ++i)
            probes.push_back(*driver.ask());
        driver.forget();
        driver.end(probes[0], Verdict::Success);
        driver.end(probes[1], Verdict::Failure);
        QCOMPARE(driver.forget(), QStringLiteral("half_open>open probe_failed"));
        QVERIFY(driver.state.openUntil == driver.now + 15s); // a full one
        driver.end(probes[2], Verdict::Success);
        driver.end(probes[3], Verdict::Success);
        QCOMPARE(driver.phase(), QStringLiteral("open"));
        QCOMPARE(driver.forget(), QString());
    }

    void aProbeThatNeverEndsFailsAtItsDeadline()
    {
        auto driver = inPhase(Phase::HalfOpen);
        const auto probe = *driver.ask();
        driver.pass(5s - 1ns);
        QCOMPARE(driver.phase(), QStringLiteral("half_open"));
        driver.pass(1ns);
        QCOMPARE(driver.phase(), QStringLiteral("open"));
        driver.end(probe, Verdict::Success); // the first verdict has won
        QCOMPARE(driver.forget(), QStringLiteral("half_open>open probe_timed_out"));
        QCOMPARE(driver.phase(), QStringLiteral("open"));
        QCOMPARE(driver.state.counters.late, std::uint64_t{1});
    }

    void aHungProbeNoticedLateCostsNoSecondCooldown()
    {
        auto driver = inPhase(Phase::HalfOpen);
        const auto began = driver.now;
        QVERIFY(driver.ask());
        driver.pass(5s + 15s);
        QVERIFY(driver.ask()); // nobody looked meanwhile; the cooldown ran from the probe's deadline
        QCOMPARE(driver.forget(), QStringLiteral("half_open>open probe_timed_out; open>half_open cooldown"));
        QVERIFY(driver.state.since == began + 20s);
    }

    void theStayInHalfOpenIsBounded()
    {
        auto driver = inPhase(Phase::HalfOpen);
        driver.tickAfter(60s - 1ns);
        QCOMPARE(driver.forget(), QString());
        driver.tickAfter(1ns);
        QCOMPARE(driver.forget(), QStringLiteral("half_open>open half_open_too_long"));
    }

    void aLongGapIsAFewChangesAndNotOneForEachCooldownInIt()
    {
        auto driver = inPhase(Phase::Open);
        driver.tickAfter(24h * 365);
        QCOMPARE(driver.forget(), QStringLiteral("open>half_open cooldown"));
        QVERIFY(driver.state.since == driver.now);
    }

    void forcedStatesOutliveTheTimersOfTheStateBefore()
    {
        for (const auto forced : {Phase::ForcedOpen, Phase::Disabled}) {
            auto driver = inPhase(Phase::Open);
            driver.give(Force{forced});
            driver.forget();
            driver.tickAfter(24h);
            QCOMPARE(driver.forget(), QString());
            QVERIFY(driver.state.phase == forced);
            QVERIFY(!nextDue(driver.state, driver.options));
            driver.give(Reset{});
            QCOMPARE(driver.phase(), QStringLiteral("closed"));
        }
    }

    void disabledCountsAndNeverTrips()
    {
        auto driver = inPhase(Phase::Disabled);
        for (int i = 0; i < 20; ++i)
            QVERIFY(driver.fail());
        QCOMPARE(driver.forget(), QString());
        QCOMPARE(driver.state.counters.failed, std::uint64_t{20});
        driver.give(Reset{});
        driver.fail();
        driver.fail();
        QCOMPARE(driver.phase(), QStringLiteral("closed")); // nothing was left over
    }

    void resettingAClosedBreakerEmptiesItAndDropsCallsUnderWay()
    {
        auto driver = simple();
        const auto early = *driver.ask();
        driver.fail();
        driver.fail();
        driver.give(Reset{});
        driver.end(early, Verdict::Failure);
        QCOMPARE(driver.state.run, 0U);
        driver.fail();
        driver.fail();
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
    }

    void aForcedProbeThatFailsLeavesCooldownAndPhase()
    {
        auto driver = inPhase(Phase::Open);
        const auto until = driver.state.openUntil;
        driver.pass(4s);
        const auto probe = *driver.probe();
        QVERIFY(!driver.probe());
        QVERIFY(driver.refusal->reason == RefusalReason::ProbeInFlight);
        QVERIFY(!driver.ask()); // nobody else's way in
        driver.end(probe, Verdict::Failure);
        QVERIFY(driver.state.openUntil == until);
        QCOMPARE(driver.forget(), QString());
        QVERIFY(driver.probe()); // and the next may try
    }

    void aForcedProbeCountsAsHalfOpensFirstSuccess()
    {
        auto driver = inPhase(Phase::Open);
        driver.options.closeAfter = 2;
        driver.end(*driver.probe(), Verdict::Success);
        QCOMPARE(driver.forget(), QStringLiteral("open>half_open operator"));
        driver.ok();
        QCOMPARE(driver.forget(), QStringLiteral("half_open>closed probe_succeeded"));
    }

    void aForcedProbeUnderWayBecomesHalfOpensProbe_data()
    {
        QTest::addColumn<bool>("good");
        QTest::addColumn<QString>("emitted");
        QTest::newRow("good") << true << "open>half_open cooldown; half_open>closed probe_succeeded";
        QTest::newRow("bad") << false << "open>half_open cooldown; half_open>open probe_failed";
    }
    void aForcedProbeUnderWayBecomesHalfOpensProbe()
    {
        QFETCH(bool, good);
        QFETCH(QString, emitted);
        auto driver = inPhase(Phase::Open);
        driver.pass(13s);
        const auto probe = *driver.probe();
        driver.pass(3s);
        QVERIFY(!driver.ask()); // still one at a time
        driver.end(probe, good ? Verdict::Success : Verdict::Failure);
        QCOMPARE(driver.forget(), emitted);
    }

    void aForcedProbeThatOutlivesItsTimeMakesRoom()
    {
        auto driver = inPhase(Phase::Open);
        const auto lost = *driver.probe();
        driver.pass(5s - 1ns);
        QVERIFY(!driver.probe());
        driver.pass(1ns);
        const auto next = driver.probe();
        QVERIFY(next);
        driver.end(lost, Verdict::Success); // too late
        QCOMPARE(driver.phase(), QStringLiteral("open"));
        driver.end(*next, Verdict::Failure);
        driver.pass(10s);
        QVERIFY(driver.ask()); // the lost one blocks nobody
        QCOMPARE(driver.phase(), QStringLiteral("half_open"));
    }

    void slowIsStrictlySlowerAndTripsByItsOwnRate()
    {
        auto driver = simple();
        driver.options.window = WindowKind::Count;
        driver.options.windowSize = 10;
        driver.options.minCalls = 4;
        driver.options.failureThreshold = 100;
        driver.options.slowCall = 200ms;
        driver.options.slowRate = Percent{50'000};
        driver.call(Verdict::Success, 200ms);
        driver.call(Verdict::Success, 200ms);
        driver.call(Verdict::Success, 200ms + 1ns);
        QCOMPARE(driver.state.counters.slow, std::uint64_t{1});
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
        driver.call(Verdict::Success, 200ms + 1ns); // 2 of 4: at 50 %
        QCOMPARE(driver.forget(), QStringLiteral("closed>open threshold"));
        driver.pass(15s);
        driver.call(Verdict::Success, 201ms); // it answers, as slowly as before
        QCOMPARE(driver.forget(), QStringLiteral("open>half_open cooldown; half_open>open probe_failed"));
        driver.pass(15s);
        driver.call(Verdict::Success, 200ms);
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
    }

    void ratesTripExactlyAtTheirThreshold_data()
    {
        QTest::addColumn<int>("calls");
        QTest::addColumn<int>("failed"); // the last calls
        QTest::addColumn<int>("milli");
        QTest::addColumn<bool>("trips");
        QTest::newRow("1 of 3 at 33.333") << 3 << 1 << 33'333 << true;
        QTest::newRow("1 of 3 at 33.334") << 3 << 1 << 33'334 << false;
        QTest::newRow("2 of 3 at 66.667") << 3 << 2 << 66'667 << false;
        QTest::newRow("2 of 3 at 66.666") << 3 << 2 << 66'666 << true;
        QTest::newRow("199 of 1000 at 20") << 1000 << 199 << 20'000 << false;
        QTest::newRow("200 of 1000 at 20") << 1000 << 200 << 20'000 << true;
        QTest::newRow("all of 10 at 100") << 10 << 10 << 100'000 << true;
        QTest::newRow("none of 10") << 10 << 0 << 1 << false;
    }
    void ratesTripExactlyAtTheirThreshold()
    {
        QFETCH(int, calls);
        QFETCH(int, failed);
        QFETCH(int, milli);
        QFETCH(bool, trips);
        auto driver = simple();
        driver.options.window = WindowKind::Count;
        driver.options.windowSize = 1'000;
        driver.options.minCalls = static_cast<std::uint32_t>(calls);
        driver.options.failureRate = Percent{milli};
        for (int i = 0; i < calls; ++i)
            QVERIFY(driver.call(i < calls - failed ? Verdict::Success : Verdict::Failure));
        QCOMPARE(driver.state.phase == Phase::Open, trips);
    }

    void belowTheMinimumNothingTripsAndNoRateIsKnown()
    {
        auto driver = simple();
        driver.options.window = WindowKind::Time;
        driver.options.windowLength = 30s;
        driver.options.minCalls = 5;
        driver.options.failureRate = Percent{50'000};
        for (int i = 0; i < 4; ++i)
            driver.fail();
        QVERIFY(!figuresAt(driver.state, driver.options, driver.now).failureRate);
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
        driver.ok(); // reaches the minimum at 80 %, but a success never trips
        QCOMPARE(driver.phase(), QStringLiteral("closed"));
        QVERIFY(figuresAt(driver.state, driver.options, driver.now).failureRate == Percent{80'000});
        driver.fail();
        QCOMPARE(driver.forget(), QStringLiteral("closed>open threshold"));
    }

    void theFiguresThatDecidedAreFrozenInTheTransition()
    {
        auto driver = simple();
        driver.options.window = WindowKind::Time;
        driver.options.windowLength = 30s;
        driver.ok();
        driver.fail();
        driver.fail();
        const auto permit = *driver.ask();
        const auto done = driver.give(Finish{permit, {Verdict::Failure, 11s}});
        QCOMPARE(done.transitions.size(), std::size_t{1});
        const auto& figures = done.transitions.front().figures;
        QCOMPARE(figures.calls, std::uint64_t{4});
        QCOMPARE(figures.failed, std::uint64_t{3});
        QCOMPARE(figures.slow, std::uint64_t{1});
        QCOMPARE(figures.run, 3U);
        QVERIFY(figures.failureRate == Percent{75'000});
        QVERIFY(figures.slowRate == Percent{25'000});
        QCOMPARE(
            figuresAt(driver.state, driver.options, driver.now).calls, std::uint64_t{0}); // the new period is empty
    }

    void spreadLengthensACooldownAndNeverShortensIt()
    {
        auto driver = simple();
        driver.options.cooldownSpread = Percent{20'000};
        Duration least = 24h;
        Duration most{0};
        for (std::uint64_t chance = 0; chance < 2'000; ++chance) {
            auto tripped = simple();
            tripped.options = driver.options;
            tripped.fail();
            tripped.fail();
            const auto permit = *tripped.ask();
            const auto done =
                step(tripped.state, tripped.options, Finish{permit, {Verdict::Failure, {}}}, tripped.now, chance);
            const Duration cooldown = *done.state.openUntil - tripped.now;
            least = std::min(least, cooldown);
            most = std::max(most, cooldown);
        }
        QVERIFY(least >= 15s);
        QVERIFY(least < 15'100ms);
        QVERIFY(most < 18s);
        QVERIFY(most > 17'900ms);
    }

    void openedCountsEveryOpeningAndOutagesOnlyTheFirst()
    {
        auto driver = inPhase(Phase::Open);
        const auto began = driver.state.outageSince;
        for (int i = 0; i < 4; ++i) {
            driver.pass(15s);
            driver.fail();
        }
        QCOMPARE(driver.state.counters.opened, std::uint64_t{5});
        QCOMPARE(driver.state.counters.outages, std::uint64_t{1});
        QVERIFY(driver.state.outageSince == began);
    }

    void timesAtTheEndOfTheRangeDoNotWrap()
    {
        auto driver = simple();
        driver.now = SteadyTime::max() - 1s;
        driver.trip();
        QVERIFY(driver.state.openUntil == SteadyTime::max());
        QCOMPARE(driver.phase(), QStringLiteral("open"));
    }

    void nextDueIsWhenTimeAloneChangesThePhase()
    {
        auto driver = simple();
        QVERIFY(!nextDue(driver.state, driver.options));
        driver.trip();
        QVERIFY(nextDue(driver.state, driver.options) == driver.now + 15s);
        driver.tickAfter(15s);
        QVERIFY(nextDue(driver.state, driver.options) == driver.now + 60s);
        QVERIFY(driver.ask());
        QVERIFY(nextDue(driver.state, driver.options) == driver.now + 5s);
    }

    void presetsHaveTheDocumentsFigures()
    {
        const auto check = [](const Options& options, std::uint32_t failures, Duration window, Duration cooldown) {
            return options.window == WindowKind::Time && options.failureThreshold == failures
                && options.windowLength == window && options.cooldown == cooldown && !options.fault();
        };
        QVERIFY(check(Options::lowLatencyUi(), 3, 30s, 15s));
        QVERIFY(check(Options::batch(), 10, 5min, 60s));
        QVERIFY(check(Options::background(), 20, 15min, 5min));
        QVERIFY(lowLatencyUiCallLimit == 5s);
        QVERIFY(batchCallLimit == 30s);
        QVERIFY(backgroundCallLimit == 120s);
    }

    void settingsOutOfRangeAreRefusedOneByOne_data()
    {
        QTest::addColumn<std::function<void(Options&)>>("change");
        QTest::addColumn<QString>("where"); // empty: legal
        const auto row = [](const char* name, std::function<void(Options&)> change, const char* where) {
            QTest::newRow(name) << std::move(change) << QString::fromLatin1(where);
        };
        row(
            "defaults", [](Options&) {}, "");
        row(
            "threshold 0", [](Options& o) { o.failureThreshold = 0; }, "failure_threshold");
        row(
            "size 0", [](Options& o) { o.windowSize = 0; }, "size");
        row(
            "length 0", [](Options& o) { o.windowLength = 0s; }, "seconds");
        row(
            "rate 0",
            [](Options& o) {
                o.window = WindowKind::Time;
                o.failureRate = Percent{0};
            },
            "failure_rate_pct");
        row(
            "rate 100",
            [](Options& o) {
                o.window = WindowKind::Time;
                o.failureRate = Percent{100'000};
            },
            "");
        row(
            "rate over 100",
            [](Options& o) {
                o.window = WindowKind::Time;
                o.failureRate = Percent{100'001};
            },
            "failure_rate_pct");
        row(
            "rate without a window", [](Options& o) { o.failureRate = Percent{50'000}; }, "failure_rate_pct");
        row(
            "slow rate without a window", [](Options& o) { o.slowRate = Percent{50'000}; }, "slow_rate_pct");
        row(
            "slow call 0", [](Options& o) { o.slowCall = 0s; }, "slow_ms");
        row(
            "minimum 0", [](Options& o) { o.minCalls = 0; }, "min_calls");
        row(
            "minimum is the size",
            [](Options& o) {
                o.window = WindowKind::Count;
                o.windowSize = 5;
                o.minCalls = 5;
            },
            "");
        row(
            "minimum over the size",
            [](Options& o) {
                o.window = WindowKind::Count;
                o.windowSize = 5;
                o.minCalls = 6;
            },
            "min_calls");
        row(
            "minimum over a run",
            [](Options& o) {
                o.failureThreshold = 3;
                o.minCalls = 4;
            },
            "min_calls");
        row(
            "cooldown 0", [](Options& o) { o.cooldown = 0s; }, "cooldown_s");
        row(
            "cooldown negative", [](Options& o) { o.cooldown = -1s; }, "cooldown_s");
        row(
            "cooldown 30 days", [](Options& o) { o.cooldown = 24h * 30; }, "");
        row(
            "cooldown over 30 days", [](Options& o) { o.cooldown = 24h * 30 + 1ns; }, "cooldown_s");
        row(
            "spread over 100", [](Options& o) { o.cooldownSpread = Percent{100'001}; }, "cooldown_spread_pct");
        row(
            "permits 0", [](Options& o) { o.halfOpenPermits = 0; }, "half_open_permits");
        row(
            "close after 0", [](Options& o) { o.closeAfter = 0; }, "close_after");
        row(
            "probe timeout 0", [](Options& o) { o.probeTimeout = 0s; }, "probe_timeout_s");
        row(
            "stay 0", [](Options& o) { o.maxHalfOpen = 0s; }, "max_half_open_s");
    }
    void settingsOutOfRangeAreRefusedOneByOne()
    {
        QFETCH(std::function<void(Options&)>, change);
        QFETCH(QString, where);
        Options options;
        change(options);
        const auto fault = options.fault();
        QCOMPARE(fault ? QString::fromStdString(fault->where) : QString(), where);
    }
};

QTEST_APPLESS_MAIN(TestBreakerStep)
#include "tst_breaker_step.moc"
