// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series.h"
#include "ui/charts/time_axis.h"

namespace rungwatch::charts {

/// A stretch of a breaker's lane in pixels, `to` exclusive.
struct LaneSpan {
    int from{0};
    int to{0};
    std::optional<breaker::Phase> state;

    bool operator==(const LaneSpan&) const = default;
};

/// What of a lane can be seen, in the order to be painted: normal first, so that nothing covers what is abnormal. An
/// open stay is at least 1 px, a half-open one at least 2 px wide however short it was; neighbours of one state are one
/// span.
[[nodiscard]] std::vector<LaneSpan> laneSpans(const Lane& lane, const TimeAxis& axis);

} // namespace rungwatch::charts
