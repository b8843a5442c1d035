// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

/// \file
/// What the tests of many threads share. Without Qt, so that a thread sanitizer sees all of them.

namespace rungwatch::testing {

inline int failures = 0;

/// Main thread only: says what does not hold, and counts it for the exit code.
inline void check(bool holds, const char* what)
{
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        ++failures;
    }
}

/// Time that the threads themselves move, by `step` with every reading.
class SharedClock final : public Clock {
public:
    explicit SharedClock(Duration step)
        : m_step(step)
    {
    }

    [[nodiscard]] Moment now() const override
    {
        const Duration passed = m_step * m_reads.fetch_add(1, std::memory_order_relaxed);
        return {SteadyTime{passed}, WallTime{passed}, passed};
    }

private:
    Duration m_step;
    mutable std::atomic<std::int64_t> m_reads{1};
};

/// Runs `work(i)` on `threads` threads at once and waits for all of them.
template <class Work> void onThreads(int threads, Work work)
{
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i)
        running.emplace_back([&work, i] { work(i); });
    for (auto& thread : running)
        thread.join();
}

} // namespace rungwatch::testing
