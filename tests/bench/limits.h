// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <mutex>

/// \file
/// What the machine itself allows, measured in the same run as what stands beside it.

namespace rungwatch::bench {

[[gnu::noinline]] inline void emptyCall()
{
    asm volatile("");
}

inline void limitEmptyCall(benchmark::State& state)
{
    for (auto _ : state)
        emptyCall();
}

template <class AnyClock> void limitClockRead(benchmark::State& state)
{
    const AnyClock clock;
    const Clock& read = clock;
    for (auto _ : state)
        benchmark::DoNotOptimize(read.steadyNow());
}

inline void limitMutex(benchmark::State& state)
{
    static std::mutex mutex;
    for (auto _ : state) {
        const std::lock_guard lock(mutex);
        benchmark::ClobberMemory();
    }
}

inline void limitSharedAtomic(benchmark::State& state)
{
    static std::atomic<std::uint64_t> counter{0};
    for (auto _ : state)
        counter.fetch_add(1, std::memory_order_relaxed);
}

inline void registerLimits()
{
    benchmark::RegisterBenchmark("limit/empty_call", limitEmptyCall);
    benchmark::RegisterBenchmark("limit/steady_clock", limitClockRead<SystemClock>);
    benchmark::RegisterBenchmark("limit/coarse_clock", limitClockRead<CoarseClock>);
    benchmark::RegisterBenchmark("limit/mutex", limitMutex)->ThreadRange(1, 2)->UseRealTime();
    benchmark::RegisterBenchmark("limit/shared_atomic", limitSharedAtomic)->ThreadRange(1, 2)->UseRealTime();
}

} // namespace rungwatch::bench
