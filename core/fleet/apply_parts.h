// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/apply.h"

/// \file
/// apply(), by family: what each event writes down. None of these decides.

namespace rungwatch::fleet {

// apply_session.cpp
void applySession(FleetState& state, const SessionStarted& session, const Event& event);
void applyPolicy(FleetState& state, const PolicyChanged& change, const Event& event);
void applySuspended(FleetState& state, const Suspended& suspended, const Event& event);

// apply_polls.cpp
void applyStarts(FleetState& state, const PollsStarted& started, const Event& event);
void applyLost(FleetState& state, const PollsLost& lost, const Event& event);
void applyRound(FleetState& state, const PollRound& round, const Event& event);
void applyBreaker(FleetState& state, const BreakerMoved& moved);
void applyFreshness(FleetState& state, const FreshnessChanged& change);
void applyTrouble(FleetState& state, const TroubleChanged& change, const Event& event);
/// Ends the poll in flight as `outcome` says, without any change of phase.
void endPoll(EndpointState& endpoint, const ServicePolicy& service, const SourcePolicy& source,
    const breaker::Outcome& outcome, SteadyTime now);

// apply_reported.cpp
void applyServiceLevel(FleetState& state, const ServiceLevelChanged& change, const Event& event);
void applyFleetLevel(FleetState& state, const FleetLevelChanged& change, const Event& event);
void applyLevelReason(FleetState& state, const LevelReasonChanged& change);
void applyRestart(FleetState& state, const ServiceRestarted& restart);
void applyMode(FleetState& state, const ModeChanged& change);
void applyInterval(FleetState& state, const IntervalClosed& closed);
void applyKillSwitch(FleetState& state, const KillSwitchChanged& change);
void applyDerivedRung(FleetState& state, const DerivedRungChanged& change);
/// The mapped counters that a source's answer brought, or confirmed.
void applyCounts(FleetState& state, EndpointRef ref, const Reading& reading, SteadyTime at);

// apply_control.cpp
void applySelection(FleetState& state, const SelectionMade& made);
void applyTouch(FleetState& state, const SelectionTouched& touched);
void applySelectionEnd(FleetState& state, const SelectionEnded& ended);
void applyRequest(FleetState& state, const CommandRequested& requested, const Event& event);
void applyStage(FleetState& state, const CommandStageChanged& change, const Event& event);

} // namespace rungwatch::fleet
