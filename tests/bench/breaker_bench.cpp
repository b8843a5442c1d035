// SPDX-License-Identifier: GPL-3.0-or-later
// A breaker with a time window and a slow-call rate, as a service calls it. "precise" reads the steady clock, "coarse"
// a coarse one, "given" takes the caller's time.
#include "rungwatch/breaker/breaker.h"
#include "tests/bench/bench_main.h"

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;

namespace {

Options options()
{
    Options o;
    o.window = WindowKind::Time;
    o.windowLength = 30s;
    o.failureRate = Percent{50'000};
    o.slowRate = Percent{50'000};
    o.slowCall = 1s;
    o.minCalls = 10;
    o.cooldown = 24h;
    return o;
}

const SystemClock precise;
const CoarseClock coarse;

/// One for all threads of a run.
Breaker& closedOne(const Clock& clock)
{
    static Breaker withPrecise("precise", options(), precise);
    static Breaker withCoarse("coarse", options(), coarse);
    return &clock == &precise ? withPrecise : withCoarse;
}

void closedSuccess(benchmark::State& state, const Clock& clock)
{
    auto& breaker = closedOne(clock);
    for (auto _ : state) {
        auto admission = breaker.tryAcquire();
        admission.permit().success(1ms);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void closedSuccessGiven(benchmark::State& state)
{
    auto& breaker = closedOne(precise);
    const auto now = precise.steadyNow();
    for (auto _ : state) {
        auto admission = breaker.tryAcquire(now);
        admission.permit().success(1ms, now);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void openRefused(benchmark::State& state, const Clock& clock)
{
    static Breaker withPrecise("precise", options(), precise);
    static Breaker withCoarse("coarse", options(), coarse);
    auto& breaker = &clock == &precise ? withPrecise : withCoarse;
    while (breaker.phase() == Phase::Closed)
        if (auto admission = breaker.tryAcquire())
            admission.permit().failure(1ms);
    for (auto _ : state)
        benchmark::DoNotOptimize(breaker.tryAcquire());
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void oneFailureInTen(benchmark::State& state)
{
    auto o = options();
    o.failureRate = Percent{90'000};
    Breaker breaker("mixed", o, coarse);
    int i = 0;
    for (auto _ : state) {
        auto admission = breaker.tryAcquire();
        if (++i % 10 == 0)
            admission.permit().failure(1ms);
        else
            admission.permit().success(1ms);
    }
}

void readSnapshot(benchmark::State& state)
{
    auto& breaker = closedOne(coarse);
    for (auto _ : state)
        benchmark::DoNotOptimize(breaker.snapshot());
}

} // namespace

int main(int argc, char** argv)
{
    bench::registerLimits();
    benchmark::RegisterBenchmark("breaker/closed_success/precise", closedSuccess, std::cref(precise));
    benchmark::RegisterBenchmark("breaker/closed_success/coarse", closedSuccess, std::cref(coarse))
        ->ThreadRange(1, 2)
        ->UseRealTime();
    benchmark::RegisterBenchmark("breaker/closed_success/given", closedSuccessGiven)->ThreadRange(1, 2)->UseRealTime();
    benchmark::RegisterBenchmark("breaker/open_refused/precise", openRefused, std::cref(precise));
    benchmark::RegisterBenchmark("breaker/open_refused/coarse", openRefused, std::cref(coarse))
        ->ThreadRange(1, 2)
        ->UseRealTime();
    benchmark::RegisterBenchmark("breaker/one_failure_in_ten/coarse", oneFailureInTen);
    benchmark::RegisterBenchmark("breaker/snapshot", readSnapshot);
    // A call that is admitted reads the clock when it begins and when it ends; a refusal reads it once.
    return bench::run(argc, argv,
        {{"breaker/closed_success/precise", "limit/steady_clock", 2},
            {"breaker/closed_success/coarse/real_time/threads:1", "limit/coarse_clock", 2},
            {"breaker/open_refused/precise", "limit/steady_clock", 1},
            {"breaker/open_refused/coarse/real_time/threads:1", "limit/coarse_clock", 1}});
}
