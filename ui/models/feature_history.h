// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/history.h"
#include "ui/charts/series.h"
#include "ui/charts/time_axis.h"

namespace rungwatch {

/// What the charts of a feature show, and over which stretch of wall time.
struct FeatureHistoryView {
    charts::FeatureSeries series;
    charts::TimeRange range;
};

/// A feature's history as the charts plot it, up to `now`. `shown` is a length of the service's own clock: of one that
/// runs at x60, thirty minutes are half a minute of wall time. Pure; it words and cuts, it decides nothing.
[[nodiscard]] FeatureHistoryView featureHistory(const fleet::Snapshot& snapshot, const fleet::History& history,
    const std::string& feature, Duration shown, const Moment& now);

/// The breakers beside a feature: those that its service reports, then the console's own. What is abnormal within the
/// range comes first where there are more than `most`.
[[nodiscard]] std::vector<charts::Lane> lanesBeside(const fleet::Snapshot& snapshot, const fleet::History& history,
    const Moment& now, const std::string& service, const std::vector<charts::Gap>& gaps, const charts::TimeRange& range,
    std::size_t most = 8);

/// The segments without what lies in the gaps.
[[nodiscard]] std::vector<charts::LaneSegment> withoutGaps(
    const std::vector<charts::LaneSegment>& segments, const std::vector<charts::Gap>& gaps);

} // namespace rungwatch
