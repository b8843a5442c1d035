// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/breaker/state.h"
#include "rungwatch/ladder/mode.h"
#include "rungwatch/ladder/rung.h"

#include <QString>

#include <vector>

/// \file
/// What the charts draw, as plain values. Where they come from is not the charts' concern.

namespace rungwatch::charts {

/// One closed interval of a feature's controller.
struct IntervalSample {
    WallTime start;
    WallTime end;
    /// Percent of the interval's requests by rung, in the order of FeatureSeries::rungs; empty: not known.
    std::vector<double> shares;
    std::optional<double> errorPct;
    std::optional<double> p95S;
};

struct RungName {
    QString name;
    RungKind kind{RungKind::Unavailable};
};

struct ModeSegment {
    WallTime from;
    WallTime to;
    /// Absent: not known.
    std::optional<Mode> mode;
    /// When it began, where that is known to be before `from`.
    std::optional<WallTime> began;
};

/// A cached age as it was read. It holds until the next one; without an age nothing is drawn.
struct AgePoint {
    WallTime at;
    std::optional<double> ageS;
};

struct LaneSegment {
    WallTime from;
    WallTime to;
    /// Absent: not known.
    std::optional<breaker::Phase> state;
};

struct Lane {
    QString name;
    /// The console's own breaker around its polls; otherwise one that a service reports.
    bool own{false};
    std::vector<LaneSegment> segments;
    /// Now: its word stands at the right. Absent: unknown.
    std::optional<breaker::Phase> now;
};

/// From the last reading to now: nothing is known in it.
struct Gap {
    WallTime from;
    WallTime to;
};

/// All that the column of a feature shows.
struct FeatureSeries {
    QString feature;
    /// The first rung first, as the feature's ladder has them.
    std::vector<RungName> rungs;
    std::vector<IntervalSample> intervals;
    std::vector<ModeSegment> modes;
    std::vector<AgePoint> ages;
    std::vector<Lane> lanes;
    std::vector<Gap> gaps;
    /// "minute intervals", "minute intervals, x60": under the feature's name.
    QString note;
    /// "share of 90 / min"; empty where the traffic is not known.
    QString trafficNote;
    /// Why there is no interval yet, in words; shown instead of charts while `intervals` is empty.
    QString emptyWords;

    std::optional<double> errorTripPct;
    std::optional<double> p95TripS;
    std::optional<double> ageLimitS;
    /// The feature has a cache at all.
    bool hasCache{true};
    /// The service's data is stale: values are last known.
    bool stale{false};
    /// The oldest cached age now; absent: unknown.
    std::optional<double> ageNowS;
};

} // namespace rungwatch::charts
