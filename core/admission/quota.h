// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/result.h"

#include <cstdint>
#include <mutex>
#include <optional>

namespace rungwatch::admission {

struct QuotaOptions {
    /// Units per interval; 0 (nothing) to 2^31 - 1.
    std::int64_t limit{0};
    /// 1 ms to 31 days. Intervals follow one another without a gap from the moment that the quota was made.
    Duration interval{std::chrono::minutes{1}};

    /// The first setting out of its range, by its fleet-file name.
    [[nodiscard]] std::optional<Error> fault() const;
};

/// An allowance that is whole again with each interval. Thread-safe. Time is handed in; a reading from before the
/// running interval, as two threads may bring, counts as one in it.
class Quota {
public:
    /// One interval's figures.
    struct Interval {
        std::int64_t limit{0};
        std::int64_t used{0};
        /// Units that were asked for and not given.
        std::int64_t refused{0};

        /// Never below 0, also where the limit was lowered under what is used.
        [[nodiscard]] std::int64_t left() const { return used < limit ? limit - used : 0; }
        bool operator==(const Interval&) const = default;
    };

    /// `options` must have no fault().
    Quota(const QuotaOptions& options, SteadyTime start);

    /// All of `units` (>= 0) or none. What is judged is the state that would result: refused where fewer than
    /// `keepFree` units would be left, so that the less critical leave room for the more critical.
    [[nodiscard]] bool take(SteadyTime now, std::int64_t units = 1, std::int64_t keepFree = 0);
    /// From now on, for the running interval too.
    void setLimit(SteadyTime now, std::int64_t limit);

    /// The running interval.
    [[nodiscard]] Interval current(SteadyTime now) const;
    /// The one before it; all zero but for the limit where nothing was asked in it.
    [[nodiscard]] Interval last(SteadyTime now) const;
    /// Until the allowance is whole again. > 0.
    [[nodiscard]] Duration renewsIn(SteadyTime now) const;

private:
    /// The interval that runs, and the one before.
    struct Running {
        SteadyTime start;
        Interval current;
        Interval last;
    };
    /// As it is at `now`: an interval that is over has ended. The lock is the caller's.
    [[nodiscard]] Running at(SteadyTime now) const;

    Duration m_interval;
    mutable std::mutex m_mutex;
    Running m_running;
};

} // namespace rungwatch::admission
