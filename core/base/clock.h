// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace rungwatch {

/// All lengths of time in the core. Numbers with a unit in their name exist only at the borders (JSON, SQL).
using Duration = std::chrono::nanoseconds;
/// Decides: cooldowns, windows, deadlines, ages while running. Never jumps; stands still while the machine sleeps.
using SteadyTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;
/// For people and for records, in UTC. It may jump, and then changes no decision.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

/// One reading of every clock, taken once per decision and passed down, so that a decision never sees two times.
struct Moment {
    SteadyTime steady;
    WallTime wall;
    /// Time since the machine started, including the time it slept: `boot - steady` grows only by a suspend.
    Duration boot{0};

    bool operator==(const Moment&) const = default;
};

/// Where time comes from. Injected into everything that schedules; thread-safe.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Moment now() const = 0;
    /// The one reading alone: a third of what all of them cost.
    [[nodiscard]] virtual SteadyTime steadyNow() const { return now().steady; }
    [[nodiscard]] WallTime wallNow() const { return now().wall; }
};

/// The machine's clocks. The core never makes one of these for itself: a program hands it in.
class SystemClock final : public Clock {
public:
    [[nodiscard]] Moment now() const override;
    [[nodiscard]] SteadyTime steadyNow() const override;
};

/// The same, with a steady time that the kernel keeps ready: a fifth of the cost, and up to 10 ms behind (the kernel's
/// tick). For windows and cooldowns of seconds on a path that is hot; not for measuring latencies.
class CoarseClock final : public Clock {
public:
    [[nodiscard]] Moment now() const override;
    [[nodiscard]] SteadyTime steadyNow() const override;
};

/// A clock that moves only when told. Thread-compatible: advance it from one thread.
class ManualClock final : public Clock {
public:
    /// Starts at steady zero and 2026-11-30T00:00:00Z, so that printed expectations are stable.
    ManualClock();

    [[nodiscard]] Moment now() const override { return m_now; }
    /// Time passes: all three clocks move. `by` must not be negative.
    void advance(Duration by);
    /// The calendar is set: the wall clock alone moves.
    void jumpWall(Duration by);
    /// The machine sleeps: the steady clock stands still, the others go on.
    void suspend(Duration by);

private:
    Moment m_now;
};

/// `a + b`, at the last representable moment instead of past it.
[[nodiscard]] SteadyTime saturatingAdd(SteadyTime a, Duration b);

/// Seconds at a border, rounded to the nearest nanosecond. NaN and what no Duration can hold saturate: check before.
[[nodiscard]] Duration fromSeconds(double seconds);
[[nodiscard]] double toSeconds(Duration duration);

} // namespace rungwatch
