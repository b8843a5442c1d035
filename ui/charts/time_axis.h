// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <QString>

#include <vector>

namespace rungwatch::charts {

/// What every chart of a column shows: from `from` up to `to`, the newest moment at the right. Wall time, UTC.
struct TimeRange {
    WallTime from;
    WallTime to;

    [[nodiscard]] Duration length() const { return to - from; }
    bool operator==(const TimeRange&) const = default;
};

struct TimeTick {
    WallTime at;
    int pixel{0};
    /// "14:05", or "14:05:30" where the ticks stand closer than a minute.
    QString label;
};

/// Time to pixel and back, for a plot that begins at `left` and is `width` columns wide. A plain value: every chart of
/// a column is given the same one, so that a moment stands at the same pixel in all of them.
struct TimeAxis {
    TimeRange range;
    int left{0};
    int width{0};

    /// The column that holds `at`, held to the plot: `left` for what is older, `left + width` for what is newer.
    [[nodiscard]] int pixelOf(WallTime at) const;
    /// The first moment of the column. `pixel` may lie outside of the plot.
    [[nodiscard]] WallTime timeAt(int pixel) const;
    [[nodiscard]] bool isEmpty() const { return width <= 0 || range.to <= range.from; }
    /// Round UTC moments, far enough apart for their labels, the first and last far enough inside.
    [[nodiscard]] std::vector<TimeTick> ticks() const;

    bool operator==(const TimeAxis&) const = default;
};

/// Where the parts of a chart row stand: fixed label and value columns, so that a plot never shifts with its figures.
struct ChartColumns {
    int padding{16};
    int label{140};
    int value{118};

    /// For a pane of this width: below 600 px the label column gives way (design: 1280 x 720).
    [[nodiscard]] static ChartColumns forWidth(int width);
    [[nodiscard]] int plotLeft() const { return padding + label; }
    [[nodiscard]] int plotWidth(int width) const;
};

/// How tall each chart of the column is, for the height there is. Heads, band and axis are fixed; what remains goes to
/// the charts by their weights of the design (rungs 232, errors 96, p95 96, cached age 80), from a third of them up to
/// half as much again.
struct ColumnHeights {
    int head{32};
    int mode{26};
    int rungs{232};
    int errors{96};
    int p95{96};
    int age{80};
    int lane{19};
    int axis{28};
    /// Between two charts.
    int gap{14};

    [[nodiscard]] static ColumnHeights forHeight(int height, int lanes);
    /// The label line above the lanes.
    static constexpr int lanesHead{20};
    [[nodiscard]] int total(int lanes) const;
};

} // namespace rungwatch::charts
