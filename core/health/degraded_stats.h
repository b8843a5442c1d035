// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/health/age_histogram.h"
#include "rungwatch/health/degraded_response.h"

#include <mutex>

namespace rungwatch {

/// The degraded answers' own counts, apart from those of full ones: how many at each level, from which rung, how old.
/// Thread-safe. Bounded: the first 64 rungs by name, all later ones together as "other".
class DegradedStats {
public:
    struct Seen {
        /// By DegradationLevel; None are the full answers, which count nowhere else.
        std::array<std::uint64_t, 4> byLevel{};
        std::map<std::string, std::uint64_t> byRung;
        /// Degraded answers that had an age, and how old they were; absent while there are none.
        std::uint64_t aged{0};
        std::optional<Duration> p50;
        std::optional<Duration> p95;
        std::optional<Duration> max;

        /// All but the full ones.
        [[nodiscard]] std::uint64_t degraded() const { return byLevel[1] + byLevel[2] + byLevel[3]; }
    };

    /// One answer that went out. `age`: of one from before; absent for one made now, or where it is not known.
    void record(DegradationLevel level, std::string_view rung, const std::optional<Duration>& age = std::nullopt);
    [[nodiscard]] Seen seen() const;
    /// Counts from nothing again; what was seen until then.
    Seen reset();

private:
    [[nodiscard]] Seen seenLocked() const;

    mutable std::mutex m_mutex;
    std::array<std::uint64_t, 4> m_byLevel{};
    std::map<std::string, std::uint64_t, std::less<>> m_byRung;
    AgeHistogram m_ages;
};

} // namespace rungwatch
