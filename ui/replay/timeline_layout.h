// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/timeline.h"

#include <QRect>

namespace rungwatch {

/// Time to pixel for a whole recording: of any length, also of months.
struct TimelineAxis {
    charts::TimeRange range;
    int left{0};
    int width{0};

    /// Held to the strip.
    [[nodiscard]] int pixelOf(WallTime at) const;
    [[nodiscard]] WallTime timeAt(int pixel) const;
    /// Round UTC moments, far enough apart for their labels; whole days carry their date.
    [[nodiscard]] std::vector<charts::TimeTick> ticks() const;
    [[nodiscard]] bool isEmpty() const { return width <= 0 || range.to <= range.from; }
};

/// Where the parts of the strip stand.
struct TimelineRows {
    TimelineRows(const QSize& strip, const charts::TimeRange& range, bool folded);

    QRect head; ///< The playhead's time, the loop.
    QRect levels;
    QRect modes;
    QRect breakers;
    QRect marks;
    QRect alarms;
    QRect labels; ///< Of the axis.
    TimelineAxis axis;

    [[nodiscard]] static int heightOf(bool folded);
    static constexpr int padding{16};
    static constexpr int labelWidth{116};
};

/// Marks of a kind that stand too close to be told apart are one, with their number.
struct MarkGroup {
    int pixel{0};
    TimelineMark first;
    std::size_t count{1};
};

/// The marks of these kinds, in order, at least `apart` pixels from each other.
[[nodiscard]] std::vector<MarkGroup> groupedMarks(const std::vector<TimelineMark>& marks,
    std::initializer_list<TimelineMark::Kind> kinds, const TimelineAxis& axis, int apart);

} // namespace rungwatch
