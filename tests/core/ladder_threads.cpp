// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads through one feature's ladder, without Qt, so that a thread sanitizer sees all of it. Every total is
// exact.
#include "rungwatch/cache/last_known_good.h"
#include "rungwatch/ladder/feature_runner.h"
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

} // namespace

int main()
{
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
