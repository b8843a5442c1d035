// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/state.h"
#include "rungwatch/fleet/event.h"
#include "rungwatch/fleet/policy.h"
#include "rungwatch/fleet/traffic.h"

/// \file
/// All that the console knows, as a value: the events applied in order, and nothing else. Copies share what did not
/// change (Shared), so that a snapshot costs a few pointers. The hash (hashOf) covers every field listed here.

namespace rungwatch::fleet {

/// One polled URL: the console's own breaker around it, and the last that was read from it.
struct EndpointState {
    breaker::State breaker;
    /// The next slot of its grid. It is asked then, or when its breaker's cooldown is over where that is later; a slot
    /// that finds a poll in flight is skipped. Absent before the first is planned.
    std::optional<SteadyTime> nextPollAt;
    std::optional<breaker::PermitId> inFlight;
    /// When the poll that is in flight was started.
    std::optional<SteadyTime> askedAt;
    /// When the last good reading was obtained; absent where there is none whose age can be known.
    std::optional<SteadyTime> obtainedAt;
    std::optional<WallTime> obtainedWall;
    Freshness freshness{Freshness::Unknown};
    /// The last good reading, good or old: freshness says which.
    Shared<Reading> reading;
    bool everRead{false};
    /// The word of the last poll's end ("refused", "bad-json"); empty when it was good. What is wrong with the source.
    std::string troubleWord;
    std::string troubleDetail;
    std::optional<SteadyTime> troubleSince;
    int status{0};
    Duration latency{0};
    std::uint64_t bytes{0};
    std::uint64_t rounds{0};
    /// Breakers whose state was concluded from counters, and when the evidence was seen (inferred.h).
    std::map<std::string, SteadyTime> inferredAt;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("breaker", self.breaker);
        visit("next_poll_at", self.nextPollAt);
        visit("in_flight", self.inFlight);
        visit("asked_at", self.askedAt);
        visit("obtained_at", self.obtainedAt);
        visit("obtained_wall", self.obtainedWall);
        visit("freshness", self.freshness);
        visit("reading", self.reading);
        visit("ever_read", self.everRead);
        visit("trouble", self.troubleWord);
        visit("trouble_detail", self.troubleDetail);
        visit("trouble_since", self.troubleSince);
        visit("status", self.status);
        visit("latency_s", self.latency);
        visit("bytes", self.bytes);
        visit("rounds", self.rounds);
        visit("inferred_at", self.inferredAt);
    }
};

struct ServiceState {
    HealthLevel level{HealthLevel::Unknown};
    std::string why;
    SteadyTime since;
    /// The last level that was not UNKNOWN.
    std::optional<HealthLevel> lastKnown;
    /// The highest number of the service's own events that was read.
    std::uint64_t reportedSeq{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("level", self.level);
        visit("why", self.why);
        visit("since", self.since);
        visit("last_known", self.lastKnown);
        visit("reported_seq", self.reportedSeq);
    }
};

/// What is followed of a feature from one reading to the next. What it shows otherwise stands in the reading itself.
struct FeatureState {
    std::string service;
    std::optional<Mode> mode;
    /// The number of the last interval that an IntervalClosed was made for; absent before the first.
    std::optional<std::uint64_t> lastInterval;
    bool killed{false};
    /// The switch as last seen: whose command, so that an end can be told from another's beginning.
    std::string killCommand;
    /// The rung that it should stand on by the fleet file's ladder, where its service publishes none; empty: not known.
    std::string derivedRung;
    std::string derivedWhy;
    /// Of counters that the fleet file maps onto rungs.
    TrafficState traffic;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("mode", self.mode);
        visit("last_interval", self.lastInterval);
        visit("killed", self.killed);
        visit("kill_command", self.killCommand);
        visit("derived_rung", self.derivedRung);
        visit("derived_why", self.derivedWhy);
        visit("traffic", self.traffic);
    }
};

struct ControlState {
    /// One at a time: a console has one review card.
    std::optional<Selection> selection;
    /// How the last selection ended, so that an Operate that comes too late is told why.
    std::string endedSelection;
    std::string endedCause;
    /// By command id: those under way, and the last 64 that ended.
    std::map<std::string, CommandState> commands;
    /// The ids in the order they were requested.
    std::vector<std::string> order;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("selection", self.selection);
        visit("ended_selection", self.endedSelection);
        visit("ended_cause", self.endedCause);
        visit("commands", self.commands);
        visit("order", self.order);
    }
};

struct FleetState {
    /// The last event that was applied.
    std::uint64_t seq{0};
    SteadyTime steady;
    WallTime wall;
    /// A running hash over every event that was applied, so that no byte of any input can change unseen.
    std::uint64_t digest{0};
    Shared<SessionStarted> session;
    /// In the order of endpointsOf(policy).
    std::vector<Shared<EndpointState>> endpoints;
    /// In the order of the policy.
    std::vector<Shared<ServiceState>> services;
    std::map<std::string, Shared<FeatureState>> features;
    Shared<ControlState> control;
    HealthLevel level{HealthLevel::Unknown};
    std::string why;
    SteadyTime levelSince;
    std::optional<HealthLevel> lastKnownLevel;
    bool blind{false};
    std::uint64_t dropped{0};
    /// The newest sign of life of this session, and the number of the event that brought it. Absent before the first.
    std::optional<CanarySeen> canary;
    std::uint64_t canarySeq{0};

    /// What session->policyText says, read once when it was applied; not a field of its own. Never null after
    /// SessionStarted.
    std::shared_ptr<const Policy> policy;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("steady", self.steady);
        visit("wall", self.wall);
        visit("digest", self.digest);
        visit("session", self.session);
        visit("endpoints", self.endpoints);
        visit("services", self.services);
        visit("features", self.features);
        visit("control", self.control);
        visit("level", self.level);
        visit("why", self.why);
        visit("level_since", self.levelSince);
        visit("last_known_level", self.lastKnownLevel);
        visit("blind", self.blind);
        visit("dropped", self.dropped);
        visit("canary", self.canary);
        visit("canary_seq", self.canarySeq);
    }
};

/// A keyframe: the state as bytes, and back (the policy is read again from the session's text).
[[nodiscard]] std::string serialised(const FleetState& state);
[[nodiscard]] Result<FleetState> fromSerialised(std::string_view bytes);

} // namespace rungwatch::fleet
