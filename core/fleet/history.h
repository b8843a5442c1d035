// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/snapshot.h"

#include <deque>

/// \file
/// What charts draw: kept beside the state, fed by the same events, live and in a replay alike. Bounded: the newest
/// eight hours of a feature's intervals, ages and transitions. Wall time, since people read it.

namespace rungwatch::fleet {

struct IntervalPoint {
    WallTime start;
    WallTime end;
    std::optional<Mode> mode;
    IntervalReading interval;
};

/// The oldest cached age of a feature at one reading.
struct AgePoint {
    WallTime at;
    std::optional<Duration> age;
    std::optional<Duration> limit;
};

struct ModePoint {
    WallTime at;
    std::optional<Mode> mode;
};

struct LanePoint {
    WallTime at;
    /// Absent: unknown from here on.
    std::optional<breaker::Phase> phase;
};

struct FeatureHistory {
    std::deque<IntervalPoint> intervals;
    std::deque<AgePoint> ages;
    std::deque<ModePoint> modes;
};

/// Thread-compatible: owned by the session, read on the same thread.
class History {
public:
    /// `after` is the state with `event` applied.
    void add(const Event& event, const FleetState& after);

    [[nodiscard]] const FeatureHistory* feature(const std::string& name) const;
    /// By address: "own:store/health" or "store/provider-primary".
    [[nodiscard]] const std::map<std::string, std::deque<LanePoint>>& lanes() const { return m_lanes; }
    /// When the first event came: nothing is known before.
    [[nodiscard]] std::optional<WallTime> begin() const { return m_begin; }
    /// When a feature's service was last read; a gap is drawn from here to now while it is stale.
    [[nodiscard]] std::optional<WallTime> lastReading(const std::string& feature) const;
    /// The newest events, at most 2,000, oldest first. Ticks, polls and a selection's touches are not kept.
    [[nodiscard]] const std::deque<Event>& log() const { return m_log; }

private:
    void addReading(const PollResult& result, const FleetState& after, WallTime at);
    void addCounted(std::size_t endpoint, const Reading& reading, const FleetState& after, WallTime at);
    void addAge(const std::string& feature, const Reading& reading, WallTime at);
    void addLane(const std::string& address, LanePoint point);
    void addFreshness(const FreshnessChanged& change, const FleetState& after, WallTime at);

    std::map<std::string, FeatureHistory> m_features;
    std::map<std::string, std::deque<LanePoint>> m_lanes;
    std::map<std::string, WallTime> m_lastReading;
    std::deque<Event> m_log;
    std::optional<WallTime> m_begin;
};

} // namespace rungwatch::fleet
