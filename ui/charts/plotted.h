// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/decimate.h"
#include "ui/charts/series.h"

namespace rungwatch::charts {

/// The lines and areas of the charts, ready to be handed to series. Pure functions.

[[nodiscard]] std::vector<StepSample> errorSamples(const std::vector<IntervalSample>& intervals);
[[nodiscard]] std::vector<StepSample> p95Samples(const std::vector<IntervalSample>& intervals);
/// An age holds until the next one, and the last one until `until`, except across a gap.
[[nodiscard]] std::vector<StepSample> ageSamples(
    const std::vector<AgePoint>& ages, const std::vector<Gap>& gaps, WallTime until);

/// One rung's area: its lower and upper side, run for run.
struct StackedArea {
    std::vector<Run> lower;
    std::vector<Run> upper;
    /// The upper side where the rung answered anything at all: what has no area gets no edge.
    std::vector<Run> edge;
};
/// The rungs' shares on top of each other, the first rung at the bottom, 0 to 100. All rungs have the same runs.
[[nodiscard]] std::vector<StackedArea> stackedAreas(
    const std::vector<IntervalSample>& intervals, std::size_t rungs, const TimeAxis& axis);

/// The top of a scale that begins at 0 and shows `highest` and `limit` with some air: 1, 2, 4 or 5 times a power of
/// ten, and twice the limit at least.
[[nodiscard]] double scaleTop(double highest, std::optional<double> limit);

/// A label beside a plot: where its middle belongs, and how tall it is.
struct LabelPlace {
    int centre{0};
    int height{0};
};

/// Moves labels that would overlap apart, in their order, keeping them in 0 to `height` and as near as can be to where
/// they belong. Centres rise; the result has as many, none over another where there is room for all.
[[nodiscard]] std::vector<int> placedLabels(const std::vector<LabelPlace>& labels, int height);

} // namespace rungwatch::charts
