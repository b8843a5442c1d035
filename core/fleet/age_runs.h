// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace rungwatch::fleet {

/// The oldest cached age of a feature at one reading.
struct AgePoint {
    WallTime at;
    /// Absent: there is none, or it is not known.
    std::optional<Duration> age;
    std::optional<Duration> limit;
};

/// The ages of many readings in little memory: an age that grows with time, stays, or is not known is one run, however
/// often it was read. A day of readings is then as many runs as the age has turns. Thread-compatible.
class AgeRuns {
public:
    /// An age that was read is found again within this.
    static constexpr Duration tolerance{std::chrono::milliseconds{500}};

    /// A reading, not before the last one. `apart`: where more time has passed since the last one, it begins a run of
    /// its own, so that no run hides that a reading is missing.
    void add(const AgePoint& point, Duration apart);
    /// Lets go what ended before `from`, and what is older than the newest `most` runs.
    void trim(WallTime from, std::size_t most);

    [[nodiscard]] bool empty() const { return m_runs.empty(); }
    [[nodiscard]] std::size_t runs() const { return m_runs.size(); }
    /// The readings: the last one at or before `from`, or the first there is, and all that follow up to `until`. Those
    /// at the ends of a run stand where they were; the others of a run are evenly spread between.
    [[nodiscard]] std::vector<AgePoint> between(WallTime from, WallTime until) const;
    /// The last reading at or before `until`.
    [[nodiscard]] std::optional<WallTime> lastAt(WallTime until) const;

private:
    /// Readings on one straight line from the first to the last of them.
    struct Run {
        AgePoint first;
        WallTime to;
        std::optional<Duration> ageTo;
        std::uint32_t readings{1};
        /// How steep a line from the first reading may be, an age over a time, and still pass all others in tolerance.
        double flattest{0};
        double steepest{0};

        [[nodiscard]] bool take(const AgePoint& point);
        [[nodiscard]] AgePoint at(std::uint32_t reading) const;
        /// The last reading at or before a time within the run.
        [[nodiscard]] std::uint32_t readingAt(WallTime until) const;
    };

    std::deque<Run> m_runs;
};

} // namespace rungwatch::fleet
