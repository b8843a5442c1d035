// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/snapshot.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto onePolicy = R"({"version": 1, "services": [{"name": "store", "critical": true, "sources": [
    {"kind": "health", "url": "http://127.0.0.1:1/health", "interval_s": 1, "timeout_s": 0.5}]}]})";

std::string manyPolicy(int count)
{
    std::string text = R"({"version": 1, "services": [)";
    for (int i = 0; i < count; ++i)
        text += (i ? "," : "") + std::string(R"({"name": "s)") + std::to_string(i)
            + R"(", "sources": [{"kind": "health", "url": "http://127.0.0.1:1/"}]})";
    return text + "]}";
}

bool healthy(const std::string&, PollResult& result)
{
    return answerLevel(result, HealthLevel::Healthy);
}
bool refused(const std::string&, PollResult& result)
{
    return answerNothing(result, Transport::Refused);
}

SteadyTime at(Duration time)
{
    return SteadyTime{} + time;
}

} // namespace

/// When endpoints are asked: a grid of their own, one poll at a time, a gate that shuts and probes.
class TestFleetPolls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksOnAGridOfItsInterval()
    {
        FleetBench bench(onePolicy);
        bench.answerer = healthy;
        bench.runUntil(at(10s));
        const auto& asked = bench.asked["store/health"];
        QCOMPARE(asked.size(), std::size_t{10});
        for (std::size_t i = 1; i < asked.size(); ++i)
            QVERIFY(asked[i] - asked[i - 1] == 1s);
        QVERIFY(asked[0] < at(1s));
    }

    void nothingHappensBeforeItIsDue()
    {
        FleetBench bench(onePolicy);
        const auto due = *bench.nextDue;
        bench.clock.advance(due - bench.clock.steadyNow() - 1ns);
        QVERIFY(bench.feed(Tick{}).empty());
        QVERIFY(bench.nextDue == due);
        bench.clock.advance(1ns);
        QCOMPARE(bench.feed(Tick{}).size(), std::size_t{1});
    }

    void startsAreSpreadAndTheSeedsOwn()
    {
        FleetBench bench(manyPolicy(1000));
        FleetBench other(manyPolicy(1000), 2);
        bench.paranoid = other.paranoid = false;
        bench.answerer = other.answerer = healthy;
        bench.runUntil(at(1s));
        other.runUntil(at(1s));
        std::map<SteadyTime, int> perTick;
        int moved = 0;
        for (const auto& [name, asked] : bench.asked) {
            QCOMPARE(asked.size(), std::size_t{1});
            ++perTick[asked[0]];
            moved += asked[0] != other.asked[name][0];
        }
        QCOMPARE(bench.asked.size(), std::size_t{1000});
        for (const auto& [time, count] : perTick)
            QVERIFY2(count < 60, qPrintable(QString::number(count))); // 20 expected in each of 50
        QVERIFY(perTick.size() == 50);
        QVERIFY(moved > 900);
    }

    void aThousandEndpointsMakeAtMostFiftyTicksASecond()
    {
        FleetBench bench(manyPolicy(1000), 1, healthy);
        bench.paranoid = false;
        bench.runUntil(at(5s) - 1ns);
        QVERIFY2(bench.ticks <= 250, qPrintable(QString::number(bench.ticks)));
        for (const auto& [name, asked] : bench.asked)
            QCOMPARE(asked.size(), std::size_t{5});
    }

    void threeRefusalsShutTheGateAndOneProbeGoesOutWhenTheCooldownIsOver()
    {
        FleetBench bench(onePolicy);
        bench.answerer = refused;
        bench.runUntil(at(60s));
        const auto& asked = bench.asked["store/health"];
        // Three, then one each 15 s after the last one's end: 2.x, 17.x, 32.x, 47.x.
        QCOMPARE(asked.size(), std::size_t{6});
        for (std::size_t i = 3; i < asked.size(); ++i) {
            QVERIFY(asked[i] - asked[i - 1] >= 15s + bench.latency);
            QVERIFY(asked[i] - asked[i - 1] < 15s + bench.latency + 20ms);
        }
        const auto moves = bench.all<BreakerMoved>();
        QVERIFY(moves.size() >= 3);
        QVERIFY(moves[0].transition.from == breaker::Phase::Closed && moves[0].transition.to == breaker::Phase::Open);
        QVERIFY(moves[1].transition.to == breaker::Phase::HalfOpen);
        QVERIFY(moves[2].transition.to == breaker::Phase::Open);
        QCOMPARE(subjectOf(moves[0]), std::string("own:store/health"));

        bench.answerer = healthy;
        bench.runUntil(at(70s));
        QVERIFY(bench.all<BreakerMoved>().back().transition.to == breaker::Phase::Closed);
        QVERIFY(bench.asked["store/health"].size() >= 12); // the grid goes on
    }

    void anAnswerThatCantBeReadIsNoDeadEndpoint()
    {
        FleetBench bench(onePolicy);
        bench.answerer = [](const std::string&, PollResult& result) {
            result.status = 200;
            result.errorCode = "bad-json";
            result.errorDetail = "cut";
            return true;
        };
        bench.runUntil(at(20s));
        QVERIFY(bench.all<BreakerMoved>().empty());
        const auto troubles = bench.all<TroubleChanged>();
        QCOMPARE(troubles.size(), std::size_t{1});
        QCOMPARE(troubles[0].word, std::string("bad-json"));
        QVERIFY(bench.state.services[0]->level == HealthLevel::Unknown);
        QCOMPARE(bench.state.services[0]->why, std::string("health: bad-json"));
    }

    void aPollThatCouldNotBeSentSaysWhyAndNothingOfTheService()
    {
        FleetBench bench(onePolicy);
        bench.answerer = [](const std::string&, PollResult& result) {
            result.transport = Transport::NotSent;
            result.errorCode = "no-secret";
            result.errorDetail = "the environment variable X is not set";
            return true;
        };
        bench.runUntil(at(20s));
        QVERIFY(bench.all<BreakerMoved>().empty());
        QCOMPARE(bench.endpoint(0).breaker.counters.failed, std::uint64_t{0});
        QCOMPARE(bench.all<TroubleChanged>().size(), std::size_t{1});
        QCOMPARE(bench.endpoint(0).troubleWord, std::string("no-secret"));
        QCOMPARE(bench.endpoint(0).troubleDetail, std::string("the environment variable X is not set"));
        QVERIFY(!bench.state.blind);
        QCOMPARE(bench.state.services[0]->why, std::string("health: no-secret"));
    }

    void aLostPollIsGivenUpTwoSecondsPastItsTimeout()
    {
        FleetBench bench(onePolicy);
        bench.runUntil(at(1s)); // asked, never answered
        const auto asked = bench.asked["store/health"].at(0);
        bench.runUntil(asked + 2500ms - 1ns);
        QVERIFY(bench.all<PollsLost>().empty());
        QCOMPARE(bench.asked["store/health"].size(), std::size_t{1}); // one poll at a time
        bench.runUntil(asked + 2500ms + 20ms);
        QCOMPARE(bench.all<PollsLost>().size(), std::size_t{1});
        QCOMPARE(bench.endpoint(0).troubleWord, std::string("timeout"));
        QCOMPARE(bench.endpoint(0).breaker.counters.failed, std::uint64_t{1});

        PollResult late;
        late.permit = bench.all<PollsLost>()[0].polls[0].permit;
        answerLevel(late, HealthLevel::Healthy);
        bench.feed(PollRound{{late}});
        QVERIFY(!bench.endpoint(0).everRead);
        bench.runUntil(asked + 60s);
        QVERIFY(bench.endpoint(0).breaker.phase != breaker::Phase::Closed);
    }

    void asBeforeConfirmsTheLastReading()
    {
        FleetBench bench(onePolicy);
        bench.answerer = healthy;
        bench.runUntil(at(1s));
        const auto reading = bench.endpoint(0).reading;
        bench.answerer = [](const std::string&, PollResult& result) {
            result.status = 200;
            result.unchanged = true;
            return true;
        };
        bench.runUntil(at(5s));
        QVERIFY(bench.endpoint(0).reading.same(reading));
        QVERIFY(bench.endpoint(0).freshness == Freshness::Fresh);
        QVERIFY(*bench.endpoint(0).obtainedAt > at(4s));
    }

    void asBeforeOfWhatWasNeverReadIsNoReading()
    {
        FleetBench bench(onePolicy);
        bench.answerer = [](const std::string&, PollResult& result) { return result.unchanged = true; };
        bench.runUntil(at(2s));
        QVERIFY(!bench.endpoint(0).everRead);
        QCOMPARE(bench.endpoint(0).troubleWord, std::string("unknown-format"));
    }

    void freshLateAndStaleBeginPastTheirLimits()
    {
        // interval 1 s, timeout 0.5 s: late past 2 s, stale past 3.5 s
        FleetBench bench(onePolicy);
        bench.answerer = healthy;
        bench.runUntil(at(1s));
        const auto obtained = *bench.endpoint(0).obtainedAt;
        const auto& source = bench.state.policy->services[0].sources[0];
        const auto is = [&](Duration age) { return freshnessAt(bench.endpoint(0), source, obtained + age); };
        QVERIFY(is(0s) == Freshness::Fresh);
        QVERIFY(is(2s) == Freshness::Fresh);
        QVERIFY(is(2s + 1ns) == Freshness::Late);
        QVERIFY(is(3500ms) == Freshness::Late);
        QVERIFY(is(3500ms + 1ns) == Freshness::Stale);
        QVERIFY(is(-1ns) == Freshness::Unknown);
        QVERIFY(!ageAt(bench.endpoint(0), obtained - 1ns));

        bench.answerer = [](const std::string&, PollResult&) { return false; };
        bench.clock.advance(obtained + 2s - bench.clock.steadyNow());
        bench.feed(Tick{});
        QVERIFY(bench.endpoint(0).freshness == Freshness::Fresh);
        QVERIFY(bench.nextDue <= obtained + 2s + 20ms);
        bench.clock.advance(1ns);
        bench.feed(Tick{});
        QVERIFY(bench.endpoint(0).freshness == Freshness::Late);
        bench.clock.advance(1500ms - 1ns);
        bench.feed(Tick{});
        QVERIFY(bench.endpoint(0).freshness == Freshness::Late);
        bench.clock.advance(1ns);
        bench.feed(Tick{});
        QVERIFY(bench.endpoint(0).freshness == Freshness::Stale);
        QCOMPARE(bench.all<FreshnessChanged>().size(), std::size_t{3});
    }

    void aWallClockThatJumpsChangesNoDecision()
    {
        FleetBench still(onePolicy);
        FleetBench jumping(onePolicy);
        still.answerer = jumping.answerer = healthy;
        for (int i = 0; i < 20; ++i) {
            still.runFor(700ms);
            jumping.runFor(700ms);
            jumping.clock.jumpWall(i % 2 ? 1h : -3h);
            QCOMPARE(jumping.feed(ClockJump{i % 2 ? 1h : -3h}).size(), std::size_t{0});
        }
        QVERIFY(still.asked == jumping.asked);
        QCOMPARE(still.all<FreshnessChanged>().size(), jumping.all<FreshnessChanged>().size());
        QVERIFY(
            ageAt(still.endpoint(0), still.clock.steadyNow()) == ageAt(jumping.endpoint(0), jumping.clock.steadyNow()));
    }

    void aSleepCountsInTheAgeAndGivesThePollThatItCutNoVerdict()
    {
        FleetBench bench(onePolicy);
        bench.answerer = healthy;
        bench.runUntil(at(5s));
        const auto age = *ageAt(bench.endpoint(0), bench.clock.steadyNow());
        bench.answerer = [](const std::string&, PollResult&) { return false; };
        bench.runUntil(bench.asked["store/health"].back() + 1s); // asked again, no answer yet
        QVERIFY(bench.endpoint(0).inFlight);
        const auto permit = *bench.endpoint(0).inFlight;
        bench.clock.suspend(8h);
        bench.feed(Suspended{8h});
        QVERIFY(*ageAt(bench.endpoint(0), bench.clock.steadyNow()) >= age + 8h);
        QVERIFY(bench.endpoint(0).freshness == Freshness::Stale);
        QVERIFY(bench.state.services[0]->level == HealthLevel::Unknown);
        QCOMPARE(bench.endpoint(0).breaker.counters.failed, std::uint64_t{0});
        PollResult late;
        late.permit = permit;
        answerNothing(late, Transport::Timeout);
        bench.feed(PollRound{{late}});
        QCOMPARE(bench.endpoint(0).breaker.counters.failed, std::uint64_t{0});
        QCOMPARE(bench.endpoint(0).troubleWord, std::string());

        const auto before = bench.asked["store/health"].size();
        bench.answerer = healthy;
        bench.runFor(1s);
        QCOMPARE(bench.asked["store/health"].size(), before + 1); // overdue slots run once
        bench.runFor(bench.latency);
        QVERIFY(bench.endpoint(0).freshness == Freshness::Fresh);
    }

    void aSessionInAnOldJournalPlacesAgesByWallTime()
    {
        FleetBench bench(onePolicy);
        bench.answerer = healthy;
        bench.runUntil(at(100s));
        const auto obtained = *bench.endpoint(0).obtainedWall;
        bench.dropPending();
        // Another boot: steady time begins anew, the calendar went on by a minute.
        const auto age = bench.clock.wallNow() + 60s - obtained;
        ManualClock clock;
        clock.jumpWall(bench.clock.wallNow() + 60s - clock.wallNow());
        bench.clock = clock;
        bench.answerer = [](const std::string&, PollResult&) { return false; };
        bench.feed(SessionStarted{onePolicy, 1, "other boot", "test", "ada"});
        QVERIFY(bench.endpoint(0).everRead);
        QVERIFY(ageAt(bench.endpoint(0), bench.clock.steadyNow()) == age);
        QVERIFY(bench.endpoint(0).freshness == Freshness::Stale);
        QVERIFY(!bench.endpoint(0).inFlight);
        QCOMPARE(bench.endpoint(0).breaker.counters.ok, std::uint64_t{0});
        QVERIFY(bench.state.services[0]->lastKnown == HealthLevel::Healthy);

        // A calendar that went back: the age can't be known.
        bench.clock.jumpWall(-2h);
        bench.feed(SessionStarted{onePolicy, 1, "third boot", "test", "ada"});
        QVERIFY(!ageAt(bench.endpoint(0), bench.clock.steadyNow()));
        QVERIFY(bench.endpoint(0).freshness == Freshness::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestFleetPolls)
#include "tst_fleet_polls.moc"
