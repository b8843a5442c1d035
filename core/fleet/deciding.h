// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/decide.h"

/// \file
/// decide(), by family. Each part looks at the scratch state `next`, emits facts, and sees them applied at once.

namespace rungwatch::fleet {

/// The result of a poll that was in flight, with what it was an answer for: an answer to a poll that was given up
/// meanwhile is no answer any more.
struct AcceptedResult {
    const PollResult* result;
    Shared<EndpointState> before;
    /// Of its service, before.
    std::uint64_t reportedSeq{0};
};

class Deciding {
public:
    Deciding(FleetState state, const Policy& policy, const Moment& now, DecideMemo& memo);

    /// Finds what is accepted() of a round that outlives this; before it is emitted.
    void accept(const PollRound& round);
    /// The event that is decided for. Comes first.
    void emitInput(EventBody input);
    /// A fact, applied to next() before anything else is decided. Gives its number.
    std::uint64_t emit(EventBody fact);
    void start(Effect effect) { m_decision.effects.push_back(std::move(effect)); }
    /// Asks to be woken by then.
    void wakeAt(SteadyTime due);

    [[nodiscard]] const FleetState& next() const { return m_decision.next; }
    [[nodiscard]] const std::vector<Event>& events() const { return m_decision.events; }
    [[nodiscard]] const std::vector<AcceptedResult>& accepted() const { return m_accepted; }
    [[nodiscard]] const Policy& policy() const { return *m_policy; }
    /// endpointsOf(policy()).
    [[nodiscard]] const std::vector<EndpointRef>& refs() const { return m_memo.refs(); }
    [[nodiscard]] DecideMemo& memo() { return m_memo; }
    /// The endpoints for which something is due now.
    [[nodiscard]] const std::vector<std::size_t>& due() const { return m_dueNow; }
    [[nodiscard]] std::string nameOf(std::size_t endpoint) const { return endpointName(policy(), refs()[endpoint]); }
    [[nodiscard]] SteadyTime now() const { return m_now.steady; }

    /// Which endpoints are due, after all that the input changed.
    void findDue();
    /// Asks to be woken for whichever endpoint is due first.
    void wakeForEndpoints();
    [[nodiscard]] Decision take();

private:
    const Policy* m_policy;
    Moment m_now;
    DecideMemo& m_memo;
    std::vector<AcceptedResult> m_accepted;
    std::vector<std::size_t> m_dueNow;
    std::uint64_t m_input{0};
    std::optional<SteadyTime> m_due;
    Decision m_decision;
};

// polls.cpp
/// What the answers of a round mean for the breakers and troubles of their endpoints.
void decideResults(Deciding& deciding);
/// Polls that never ended, breakers whose time has come, and the polls that are due.
void decidePolls(Deciding& deciding);

// freshness.cpp
void decideFreshness(Deciding& deciding);
/// The next moment at which time alone makes a reading late or stale: the first one past the limit.
[[nodiscard]] std::optional<SteadyTime> freshnessDue(const EndpointState& endpoint, const SourcePolicy& source);

// levels.cpp
void decideLevels(Deciding& deciding);

// derived_rungs.cpp
/// Where features stand by the fleet file's ladder, whose services publish none.
void decideDerivedRungs(Deciding& deciding);

// reported.cpp
/// What a service's telemetry says has happened since it was read before.
void decideReported(Deciding& deciding, const PollRound& round);

// commands.cpp
/// Asks the guard, then selects, keeps, lets go or requests.
void decideCommand(Deciding& deciding, const Command& command);
/// Lets a selection go that ran out, or whose target is no longer as it was reviewed.
void decideSelection(Deciding& deciding);

// confirmations.cpp
void decideAnswer(Deciding& deciding, const EffectResult& result);
void decideConfirmations(Deciding& deciding);
void wakeForControl(Deciding& deciding);

} // namespace rungwatch::fleet
