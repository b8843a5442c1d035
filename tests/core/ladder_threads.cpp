// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads through one feature's ladder, without Qt, so that a thread sanitizer sees all of it. Every total is
// exact.
#include "rungwatch/cache/last_known_good.h"
#include "rungwatch/ladder/drill.h"
#include "tests/core/thread_check.h"

using namespace rungwatch;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

constexpr int threads = 4;
constexpr int requests = 5'000;

Rung rung(const char* name, RungKind kind)
{
    Rung made;
    made.name = name;
    made.kind = kind;
    return made;
}

/// Drills on some threads, customers on the others: one drill at a time, and no customer notices any.
void drillsBesideCustomers()
{
    SharedClock clock{1us};
    RungOverride forced;
    FeatureTerms terms;
    terms.forcedRung = &forced;
    std::atomic<int> drillCalls{0};
    const auto serves = [&](const RungCall& call) {
        drillCalls += call.purpose == Purpose::Drill ? 1 : 0;
        return RungAnswer::served(call.rung.name);
    };
    const Ladder ladder{{rung("primary", RungKind::Primary), rung("rules", RungKind::Rules),
                            rung("unavailable", RungKind::Unavailable)},
        {}};
    FeatureRunner runner(
        "f", ladder, std::vector<RungBinding>(3, RungBinding{serves, nullptr}), clock, nullptr, nullptr, terms);
    DrillPlan plan{{"case", "drill"}, {}, 1h, [](const Rung& each, const FeatureAnswer& answer) {
                       return answer.body == each.name ? std::string() : answer.body;
                   }};
    std::atomic<int> passed{0};
    std::atomic<int> busy{0};
    std::atomic<int> noticed{0};
    onThreads(threads, [&](int t) {
        for (int i = 0; i < requests; ++i) {
            if (t < 2) {
                const auto report = drill(runner, plan);
                passed += report.passed() ? 1 : 0;
                busy += report.end == DrillReport::End::Busy ? 1 : 0;
            } else {
                const auto answer = runner.run({{"case", "ann"}, Purpose::Customer, {}, {}}, Mode::Primary);
                noticed += answer.rungName == "primary" ? 0 : 1;
            }
        }
    });
    check(passed > 0 && passed + busy == 2 * requests, "a drill passes or finds another one");
    check(drillCalls == 3 * passed, "each that passed called each rung once");
    check(noticed == 0, "no customer noticed a drill");
    check(runner.served() == std::vector<std::uint64_t>({2 * requests, 0, 0}), "only customers are counted");
    check(!forced.at(clock.steadyNow()), "no override is left");
}

} // namespace

int main()
{
    drillsBesideCustomers();
    SharedClock clock{10us};
    KillSwitch killSwitch;
    IntervalStats stats(clock.steadyNow());
    breaker::Options options;
    options.cooldown = 1ms;
    breaker::Breaker breaker("primary", options, clock);
    LastKnownGood cache;
    std::atomic<std::uint64_t> primaryCalls{0};
    std::atomic<bool> down{false};

    const Ladder ladder{{rung("primary", RungKind::Primary), rung("cache", RungKind::Cache),
                            rung("unavailable", RungKind::Unavailable)},
        {}};
    const auto primary = [&](const RungCall& call) {
        ++primaryCalls;
        if (down)
            return RungAnswer::failed(FailureClass::Kind::Timeout);
        cache.put(call.key, "answer", clock.now());
        return RungAnswer::served("answer");
    };
    const auto cached = [&](const RungCall& call) {
        const auto seen = cache.get(call.key, clock.now());
        return seen.value ? RungAnswer::served(*seen.value, seen.age) : RungAnswer::miss("nothing");
    };
    FeatureRunner runner("f", ladder, {{primary, &breaker}, {cached, nullptr}, {}}, clock, &killSwitch, &stats);

    std::atomic<std::uint64_t> unanswered{0};
    onThreads(threads, [&](int t) {
        for (int i = 0; i < requests; ++i) {
            const auto id = std::to_string(t) + "/" + std::to_string(i);
            if (i % 500 == 100)
                static_cast<void>(killSwitch.engage({"op", "r", "k" + id, clock.steadyNow(), 5ms}));
            if (i % 500 == 200)
                static_cast<void>(killSwitch.release("r" + id, clock.steadyNow()));
            if (i % 700 == 300)
                down = !down;
            const FeatureRequest request{{"book " + std::to_string(i % 50), "public"}, Purpose::Customer, {}, {}};
            unanswered += runner.run(request, Mode::Primary).rung ? 0 : 1;
        }
    });

    std::uint64_t served = 0;
    for (const auto count : runner.served())
        served += count;
    check(unanswered == 0, "every request was served by some rung");
    check(served == std::uint64_t{threads} * requests, "served adds up to the requests");
    const auto report = stats.close(clock.steadyNow());
    check(report.requests == primaryCalls, "every primary call was measured once");
    const auto seen = breaker.snapshot();
    check(seen.counters.ok + seen.counters.failed == primaryCalls, "and recorded once by its breaker");
    check(seen.counters.failed == report.errors, "with the same errors");
    check(breaker.state().inFlight() == 0, "nothing is in flight");
    const auto cacheStats = cache.stats();
    check(cacheStats.hits == runner.served()[1], "cache hits are what the cache rung served");
    std::printf(failures == 0 ? "all totals exact\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
