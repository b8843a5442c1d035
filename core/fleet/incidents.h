// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/incident.h"
#include "rungwatch/fleet/state.h"

namespace rungwatch::fleet {

/// Finds the incidents of a journal, fed with its events in order, each with the state after it. Live or afterwards,
/// it finds the same. A new session goes on with the incident that it finds open: what ended it may not have been seen,
/// and the hold begins anew, since steady time does not cross sessions. Of two declarations without an end between them
/// the second says nothing, and so does an end of what nobody declared: a console refuses both.
class IncidentFinder {
public:
    /// `hold`: how long the fleet has to be HEALTHY for an incident to be over, by the steady clock; inclusive.
    explicit IncidentFinder(Duration hold = std::chrono::minutes{1})
        : m_hold(hold)
    {
    }

    void add(const Event& event, const FleetState& after);
    /// Goes on with an incident that an earlier session left open. Before the first event.
    void resume(Incident open) { m_incidents.push_back(std::move(open)); }

    /// All so far, the oldest first; all but the last are over.
    [[nodiscard]] const std::vector<Incident>& incidents() const { return m_incidents; }

private:
    struct Taker;

    void setLevel(HealthLevel level, const std::string& why, const Event& event);
    /// Something is out of order, or in order again.
    void mark(std::set<std::string> Incident::*what, const std::string& name, bool wrong, const Event& event);
    void passHold(const Event& event);
    void beginWithin(const Event& event, const FleetState& after);
    Incident& begin(const Event& event);
    void declare(const IncidentDeclared& declared, const Event& event);
    void end(const IncidentEnded& ended, const Event& event, HealthLevel level);
    /// Of what was found since then, all that follows the first becomes part of it; null where nothing was.
    [[nodiscard]] Incident* foundSince(WallTime since);
    /// The one that goes on: while the fleet is not HEALTHY, or it is declared.
    [[nodiscard]] Incident* current();

    Duration m_hold;
    bool m_begun{false};
    std::vector<Incident> m_incidents;
    /// Absent where the fleet is not HEALTHY, or was found so by an earlier session.
    std::optional<SteadyTime> m_healthySince;
    /// What is out of order now, since when, and as what it is counted; null: as a sign alone.
    struct Wrong {
        std::set<std::string> Incident::*what{nullptr};
        std::string name;
        WallTime since;
    };
    std::map<std::string, Wrong> m_wrong;
};

} // namespace rungwatch::fleet
