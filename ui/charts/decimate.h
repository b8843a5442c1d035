// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_axis.h"

#include <QPointF>

#include <optional>
#include <span>

namespace rungwatch::charts {

/// A value that holds from `from` up to `to`. No value, or a hole up to the next sample, is a gap.
struct StepSample {
    WallTime from;
    WallTime to;
    std::optional<double> value;
};

/// One unbroken stretch of a line: x in pixels of the axis, y in the value's own unit. Two neighbours differ in x or in
/// y, never in both, except between two columns that each hold several changes.
using Run = std::vector<QPointF>;

/// What of the samples can be seen on the axis: steps, at most two points a pixel column, each column's extremes kept,
/// so that a spike of one interval stands out however much is shown. Gaps of at least a pixel end a run; nothing is
/// joined across them. Samples are in the order of time and don't overlap.
[[nodiscard]] std::vector<Run> decimateSteps(std::span<const StepSample> samples, const TimeAxis& axis);

/// The parts of the runs at or above `limit`, as runs of their own that begin and end on it. What trips at its limit
/// counts as above.
[[nodiscard]] std::vector<Run> atOrAbove(const std::vector<Run>& runs, double limit);

} // namespace rungwatch::charts
