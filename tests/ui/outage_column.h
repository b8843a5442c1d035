// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/feature_charts.h"

namespace rungwatch {

/// The column of recommendations at a minute of the outage hour, as its scripted figures give it: the moment is
/// 14:MM:18 UTC, minute 0 began at 14:00. Ages and lanes are made up to fit.
struct OutageColumn {
    charts::FeatureSeries series;
    charts::TimeRange range;

    [[nodiscard]] static OutageColumn atMinute(int minute, Duration length);
    /// The same, with the last `silent` without any reading.
    [[nodiscard]] OutageColumn silentFor(Duration silent) const;
};

} // namespace rungwatch
