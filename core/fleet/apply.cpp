// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/apply_parts.h"

#include "rungwatch/base/codec.h"

namespace rungwatch::fleet {

namespace {

/// One overload a kind: a kind that is forgotten here does not compile.
struct Applier {
    FleetState& state;
    const Event& event;

    void operator()(const SessionStarted& e) const { applySession(state, e, event); }
    void operator()(const PolicyChanged& e) const { applyPolicy(state, e, event); }
    void operator()(const ClockJump&) const { }
    void operator()(const Suspended& e) const { applySuspended(state, e, event); }
    void operator()(const QueueDropped& e) const { state.dropped += e.count; }
    void operator()(const Tick&) const { }
    void operator()(const PollRound& e) const { applyRound(state, e, event); }
    void operator()(const CommandReceived&) const { }
    void operator()(const EffectResult&) const { }
    void operator()(const PollsStarted& e) const { applyStarts(state, e, event); }
    void operator()(const CanarySeen& e) const
    {
        state.canary = e;
        state.canarySeq = event.seq;
    }
    void operator()(const DisplayTrustChanged&) const { }
    void operator()(const PollsLost& e) const { applyLost(state, e, event); }
    void operator()(const BreakerMoved& e) const { applyBreaker(state, e); }
    void operator()(const FreshnessChanged& e) const { applyFreshness(state, e); }
    void operator()(const TroubleChanged& e) const { applyTrouble(state, e, event); }
    void operator()(const ServiceLevelChanged& e) const { applyServiceLevel(state, e, event); }
    void operator()(const FleetLevelChanged& e) const { applyFleetLevel(state, e, event); }
    void operator()(const LevelReasonChanged& e) const { applyLevelReason(state, e); }
    void operator()(const NoteTaken&) const { }
    void operator()(const IncidentDeclared&) const { } // said of the events, decides nothing (incidents.h)
    void operator()(const IncidentEnded&) const { }
    void operator()(const BlindChanged& e) const { state.blind = e.blind; }
    void operator()(const ServiceRestarted& e) const { applyRestart(state, e); }
    void operator()(const ModeChanged& e) const { applyMode(state, e); }
    void operator()(const IntervalClosed& e) const { applyInterval(state, e); }
    void operator()(const ReportedBreakerMoved&) const { } // the reading holds the state, the round its number
    void operator()(const ReportedGap&) const { }
    void operator()(const DerivedRungChanged& e) const { applyDerivedRung(state, e); }
    void operator()(const KillSwitchChanged& e) const { applyKillSwitch(state, e); }
    void operator()(const SelectionMade& e) const { applySelection(state, e); }
    void operator()(const SelectionTouched& e) const { applyTouch(state, e); }
    void operator()(const SelectionEnded& e) const { applySelectionEnd(state, e); }
    void operator()(const CommandRefused&) const { }
    void operator()(const CommandRequested& e) const { applyRequest(state, e, event); }
    void operator()(const CommandStageChanged& e) const { applyStage(state, e, event); }
};

} // namespace

void apply(FleetState& state, const Event& event)
{
    state.seq = event.seq;
    state.steady = event.steady;
    state.wall = event.wall;
    state.digest = fnv1a(encoded(event), state.digest);
    // Before a session there is no policy, and nothing that an event could be about.
    if (state.policy || std::holds_alternative<SessionStarted>(event.body))
        std::visit(Applier{state, event}, event.body);
}

} // namespace rungwatch::fleet
