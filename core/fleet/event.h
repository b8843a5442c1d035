// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/display_events.h"
#include "rungwatch/fleet/fact_events.h"
#include "rungwatch/fleet/input_events.h"
#include "rungwatch/fleet/reported_events.h"

/// \file
/// Everything that happens, as a value. Inputs are what came in; facts are what was decided because of an input. The
/// state is nothing but these applied in order (apply.h). The order of EventKinds is the wire format:
/// append new kinds at its end.

namespace rungwatch::fleet {

using EventKinds = std::variant<SessionStarted, PolicyChanged, ClockJump, Suspended, QueueDropped, Tick, PollRound,
    CommandReceived, EffectResult, PollsStarted, BreakerMoved, FreshnessChanged, TroubleChanged, ServiceLevelChanged,
    FleetLevelChanged, BlindChanged, ServiceRestarted, ModeChanged, IntervalClosed, ReportedBreakerMoved, ReportedGap,
    KillSwitchChanged, SelectionMade, SelectionTouched, SelectionEnded, CommandRefused, CommandRequested,
    CommandStageChanged, PollsLost, DerivedRungChanged, CanarySeen, DisplayTrustChanged, LevelReasonChanged, NoteTaken,
    IncidentDeclared, IncidentEnded>;

/// One of the kinds. It copies, moves and goes away in event.cpp: of so many kinds, making that again in every file
/// that holds an event takes the compiler longer than the rest of the file.
class EventBody : public EventKinds {
public:
    using EventKinds::EventKinds;
    EventBody();
    EventBody(const EventBody&);
    EventBody(EventBody&&) noexcept;
    EventBody& operator=(const EventBody&);
    EventBody& operator=(EventBody&&) noexcept;
    ~EventBody();
};

struct Event {
    /// Rises by one an event, from 1, across sessions of one journal.
    std::uint64_t seq{0};
    WallTime wall;
    SteadyTime steady;
    /// The input that this fact was decided for; 0 for inputs.
    std::uint64_t causedBy{0};
    EventBody body;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("wall", self.wall);
        visit("steady_s", self.steady);
        visit("caused_by", self.causedBy);
        visit("body", self.body);
    }
};

/// The kind's word: "poll_round".
[[nodiscard]] std::string_view kindOf(const EventBody& body);
[[nodiscard]] bool isInput(const EventBody& body);
/// Whom it is about: an endpoint, a service, a feature, a breaker, a selection's target; empty for none.
[[nodiscard]] std::string subjectOf(const EventBody& body);
/// One line of JSON: seq, at, steady_s, kind, subject, input, caused_by, and the body's fields under "body".
[[nodiscard]] std::string jsonLine(const Event& event);

} // namespace rungwatch::fleet
