// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/age_runs.h"
#include "rungwatch/fleet/interval_log.h"
#include "rungwatch/fleet/snapshot.h"

#include <deque>

/// \file
/// What charts draw: kept beside the state, fed by the same events, live and in a replay alike. Bounded: live, the
/// newest day of a feature's intervals, ages and transitions; of a recording, all of it within a number of
/// points. Whoever draws cuts it at the moment that is shown. Wall time, since people read it.

namespace rungwatch::fleet {

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
    IntervalLog intervals;
    AgeRuns ages;
    std::deque<ModePoint> modes;
};

/// Whether a list of events holds it: not ticks, polls and a selection's touches.
[[nodiscard]] bool isLogged(const EventBody& body);

/// How much of the past is kept; what is older goes first.
struct HistoryLimits {
    Duration time{std::chrono::hours{24}};
    /// Of one feature or lane, runs of ages counted as one each, whatever their times: a service that reports nonsense
    /// must not fill the memory.
    std::size_t points{60'000};
    std::size_t events{2'000};
};

/// Thread-compatible: owned by the session, read on the same thread. One that nobody feeds any more may be read by
/// many.
class History {
public:
    History() = default;
    explicit History(const HistoryLimits& limits)
        : m_limits(limits)
    {
    }

    /// `after` is the state with `event` applied.
    void add(const Event& event, const FleetState& after);

    [[nodiscard]] const FeatureHistory* feature(const std::string& name) const;
    /// By address: "own:store/health" or "store/provider-primary".
    [[nodiscard]] const std::map<std::string, std::deque<LanePoint>>& lanes() const { return m_lanes; }
    /// When the first event came: nothing is known before.
    [[nodiscard]] std::optional<WallTime> begin() const { return m_begin; }
    /// When a feature's service was last read, as it was known at `until`; a gap is drawn from here on while it is
    /// stale.
    [[nodiscard]] std::optional<WallTime> lastReading(const std::string& feature, WallTime until) const;
    /// The newest events, at most as many as the limits say, oldest first. Ticks, polls and a selection's touches are
    /// not kept.
    [[nodiscard]] const std::deque<Event>& log() const { return m_log; }

private:
    void followPolicy(const FleetState& after);
    void addReading(const PollResult& result, const FleetState& after, WallTime at);
    void addCounted(std::size_t endpoint, const Reading& reading, const FleetState& after, WallTime at);
    void addAge(AgeRuns& ages, const AgePoint& point, std::size_t endpoint) const;
    void addLane(const std::string& address, LanePoint point);
    void addFreshness(const FreshnessChanged& change, const FleetState& after, WallTime at);
    template <class Point> void trimHeld(std::deque<Point>& points, WallTime now) const;

    HistoryLimits m_limits;
    /// What is asked for every result of every poll is kept ready.
    std::shared_ptr<const Policy> m_policy;
    std::vector<EndpointRef> m_refs;
    std::vector<bool> m_ownLaneBegan;
    std::map<std::string, FeatureHistory> m_features;
    /// When features that no reading names were last counted.
    std::map<std::string, AgeRuns> m_counted;
    std::map<std::string, std::deque<LanePoint>> m_lanes;
    std::deque<Event> m_log;
    std::optional<WallTime> m_begin;
};

} // namespace rungwatch::fleet
