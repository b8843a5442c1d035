// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/latency_sketch.h"
#include "rungwatch/breaker/lane.h"
#include "rungwatch/breaker/step.h"

#include <array>
#include <limits>

namespace rungwatch::breaker {

class BreakerCore;

/// The part of a breaker that every call passes, without its lock: a lane for each thread, and beside them what the
/// rules have come to, as far as a call needs it. In the header so that it is compiled into the caller.
class Lanes {
public:
    /// For permits that were given out under the lock.
    static constexpr std::size_t none = threadSlots;

    Lanes(BreakerCore& core, const Options& options, const Clock& clock)
        : m_core(core)
        , m_clock(clock)
        , m_slowCall(options.slowCall)
        , m_timed(options.window == WindowKind::Time)
    {
    }

    [[nodiscard]] BreakerCore& core() const { return m_core; }
    [[nodiscard]] LatencySketch latencies() const { return m_latencies.collected(); }
    void recordLatency(Duration latency) { m_latencies.record(latency); }

    /// A call begins in this thread's lane, in the generation that it gives; 0: ask under the lock.
    [[nodiscard]] std::uint64_t enter(std::size_t slot) { return m_lanes[slot].enter(m_generation); }

    /// Until when every call is refused, in steady nanoseconds: `never`, or `always` where only an operator ends it.
    [[nodiscard]] std::int64_t refusesUntil() const { return m_refusesUntil.load(std::memory_order_relaxed); }
    /// A call was refused.
    void countRefusal(std::size_t slot)
    {
        if (m_used.load(std::memory_order_relaxed) <= slot) [[unlikely]]
            use(slot);
        m_lanes[slot].refuse(slot < ownSlots);
    }

    /// A call that entered a lane ends in success; `now()` gives the time where it is needed. False: tell it under the
    /// lock. Where it is done, the breaker may be gone already.
    template <class Now>
    [[nodiscard]] bool leave(std::size_t lane, std::uint64_t generation, Duration latency, Now&& now)
    {
        if (lane == none || latency > m_slowCall)
            return false;
        const auto at = m_timed ? nanoseconds(now()) : never;
        return m_lanes[lane].leave([&] {
            return generation == m_generation.load(std::memory_order_relaxed)
                && at <= m_entryEnds.load(std::memory_order_relaxed);
        });
    }
    [[nodiscard]] SteadyTime readClock() const { return m_clock.steadyNow(); }

    static constexpr auto never = std::numeric_limits<std::int64_t>::min();
    static constexpr auto always = std::numeric_limits<std::int64_t>::max();
    [[nodiscard]] static std::int64_t nanoseconds(SteadyTime time) { return time.time_since_epoch().count(); }

    // The rest is for whoever holds the breaker's lock.

    struct Gathered {
        std::uint64_t successes{0};
        std::uint64_t inFlight{0};
        /// Since the beginning.
        std::uint64_t refused{0};
    };
    /// Shuts all lanes and gives what they counted since the last time.
    [[nodiscard]] Gathered shut();
    /// What is to be known beside the lanes; they are shut.
    void publish(const State& state, const Options& options);
    void open();
    [[nodiscard]] std::uint64_t generation() const { return m_generation.load(std::memory_order_relaxed); }
    void endOne(std::size_t lane) { m_lanes[lane].endOne(); }
    /// Calls under way are no lane's business any more.
    void forgetCalls();

private:
    [[nodiscard]] std::size_t used() const { return m_used.load(std::memory_order_relaxed); }
    void use(std::size_t slot);

    BreakerCore& m_core;
    const Clock& m_clock;
    const Duration m_slowCall;
    const bool m_timed;
    // Written under the lock while all lanes are shut; read beside a lane's word.
    std::atomic<std::uint64_t> m_generation{1};
    /// Until when a success joins the window's last entry, in steady nanoseconds.
    std::atomic<std::int64_t> m_entryEnds{never};
    /// Until when every call is refused, in steady nanoseconds; `always`: until an operator says otherwise.
    std::atomic<std::int64_t> m_refusesUntil{never};
    /// Lanes from here on have not been used. Only rises.
    std::atomic<std::size_t> m_used{0};
    std::array<Lane, threadSlots> m_lanes;
    SharedLatencySketch m_latencies;
};

} // namespace rungwatch::breaker
