// SPDX-License-Identifier: GPL-3.0-or-later
#include "lane_spans.h"

#include <algorithm>

namespace rungwatch::charts {
namespace {

using breaker::Phase;

int leastWidth(const std::optional<Phase>& state)
{
    if (state == Phase::HalfOpen)
        return 2;
    return state == Phase::Closed ? 0 : 1;
}

/// Painted later: over the others.
int importance(const std::optional<Phase>& state)
{
    if (!state)
        return 1;
    switch (*state) {
    case Phase::Closed:
        return 0;
    case Phase::Disabled:
        return 2;
    case Phase::Open:
    case Phase::ForcedOpen:
        return 3;
    case Phase::HalfOpen:
        return 4;
    }
    return 0;
}

} // namespace

std::vector<LaneSpan> laneSpans(const Lane& lane, const TimeAxis& axis)
{
    std::vector<LaneSpan> spans;
    const int end = axis.left + axis.width;
    for (const auto& segment : lane.segments) {
        if (segment.to <= axis.range.from || segment.from >= axis.range.to)
            continue;
        LaneSpan span{axis.pixelOf(segment.from), axis.pixelOf(segment.to), segment.state};
        const int least = leastWidth(span.state);
        span.to = std::min(end, std::max(span.to, span.from + least));
        span.from = std::min(span.from, end - least);
        if (span.to > span.from)
            spans.push_back(span);
    }
    std::stable_sort(spans.begin(), spans.end(),
        [](const LaneSpan& a, const LaneSpan& b) { return importance(a.state) < importance(b.state); });
    std::vector<LaneSpan> merged;
    for (const auto& span : spans) {
        if (!merged.empty() && merged.back().state == span.state && span.from <= merged.back().to)
            merged.back().to = std::max(merged.back().to, span.to);
        else
            merged.push_back(span);
    }
    return merged;
}

} // namespace rungwatch::charts
