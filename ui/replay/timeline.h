// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/breaker/state.h"
#include "rungwatch/health/health_level.h"
#include "ui/charts/time_axis.h"

#include <QString>

#include <optional>
#include <vector>

namespace rungwatch {

/// The fleet's level over a stretch. Absent: nobody watched.
struct LevelSpan {
    WallTime from;
    WallTime to;
    std::optional<HealthLevel> level;

    bool operator==(const LevelSpan&) const = default;
};

/// A stretch in which features were off their first rung, or breakers not closed.
struct CountSpan {
    WallTime from;
    WallTime to;
    /// How many at the worst.
    std::size_t most{0};
    /// Breakers: some are open, not only half-open.
    bool open{false};

    bool operator==(const CountSpan&) const = default;
};

/// A moment that is worth a jump. Text is plain.
struct TimelineMark {
    enum class Kind { Opening, OperatorAction, Note, Bookmark, Alarm, Incident };
    Kind kind{Kind::Opening};
    WallTime at;
    std::uint64_t seq{0};
    QString text;

    bool operator==(const TimelineMark&) const = default;
};

/// A whole recording at a glance.
struct Timeline {
    charts::TimeRange range;
    std::vector<LevelSpan> levels;
    std::vector<CountSpan> modes;
    std::vector<CountSpan> breakers;
    std::size_t features{0};
    /// In order of time.
    std::vector<TimelineMark> marks;

    bool operator==(const Timeline&) const = default;
};

} // namespace rungwatch
