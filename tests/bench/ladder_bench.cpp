// SPDX-License-Identifier: GPL-3.0-or-later
// A feature's walk down its ladder: served by the first rung, and refused there and served by the cache. The call
// itself is the floor: the same callable asked without a runner.
#include "rungwatch/cache/last_known_good.h"
#include "rungwatch/ladder/feature_runner.h"
#include "tests/bench/bench_main.h"

#include <stdexcept>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const CoarseClock coarse;

Ladder ladder()
{
    Ladder made;
    made.rungs = {{"primary", RungKind::Primary, "provider", 5s, {}, {}, {}, {}},
        {"cache", RungKind::Cache, {}, {}, {}, {}, {}, {}},
        {"unavailable", RungKind::Unavailable, {}, {}, {}, {}, "Answers are delayed.", "mailto:help@example.org"}};
    if (!validate(made))
        throw std::logic_error("the ladder of this benchmark is not valid");
    return made;
}

/// One feature with a breaker, a kill switch and interval statistics: all that a walk may meet.
struct Feature {
    breaker::Breaker breaker{"provider", breaker::Options::lowLatencyUi(), coarse};
    KillSwitch killSwitch;
    IntervalStats stats{coarse.steadyNow()};
    LastKnownGood lastKnownGood;
    AnswerKey key{"popular books", "public"};
    FeatureRunner runner;

    Feature()
        : runner("recommendations", ladder(),
            {{[](const RungCall&) { return RungAnswer::served("a book"); }, &breaker},
                {[this](const RungCall& call) { return cached(call); }, nullptr},
                {[](const RungCall&) { return RungAnswer::served("later"); }, nullptr}},
            coarse, &killSwitch, &stats)
    {
        lastKnownGood.put(key, "a book from before", coarse.now());
    }

    RungAnswer cached(const RungCall& call)
    {
        auto found = lastKnownGood.get(call.key, coarse.now());
        if (!found.value)
            return RungAnswer::miss("nothing cached");
        return RungAnswer::served(std::move(*found.value), found.age);
    }
};

void theCallItself(benchmark::State& state)
{
    const std::function<RungAnswer(const RungCall&)> call = [](const RungCall&) {
        return RungAnswer::served("a book");
    };
    const auto rungs = ladder().rungs;
    const AnswerKey key{"popular books", "public"};
    for (auto _ : state)
        benchmark::DoNotOptimize(call({rungs.front(), key, Purpose::Customer, 5s}));
}

void servedAtRungOne(benchmark::State& state)
{
    Feature feature;
    const FeatureRequest request{feature.key, Purpose::Customer, std::nullopt, std::nullopt};
    std::int64_t calls = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(feature.runner.run(request, Mode::Primary));
        if (++calls % 10'000 == 0) { // as a service does each minute: samples do not grow without end
            state.PauseTiming();
            static_cast<void>(feature.stats.close(coarse.steadyNow()));
            state.ResumeTiming();
        }
    }
}

void refusedAndServedByTheCache(benchmark::State& state)
{
    Feature feature;
    feature.breaker.force(breaker::Phase::Open);
    const FeatureRequest request{feature.key, Purpose::Customer, std::nullopt, std::nullopt};
    for (auto _ : state)
        benchmark::DoNotOptimize(feature.runner.run(request, Mode::Primary));
    if (feature.runner.run(request, Mode::Primary).rungName != "cache")
        state.SkipWithError("the cache did not serve");
}

} // namespace

int main(int argc, char** argv)
{
    bench::registerLimits();
    benchmark::RegisterBenchmark("ladder/the_call_itself", theCallItself);
    benchmark::RegisterBenchmark("ladder/served_at_rung_one", servedAtRungOne);
    benchmark::RegisterBenchmark("ladder/refused_then_cache", refusedAndServedByTheCache);
    return bench::run(argc, argv, {{"ladder/served_at_rung_one", "ladder/the_call_itself", 1}});
}
