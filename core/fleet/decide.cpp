// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/poll_due.h"

#include <algorithm>
#include <set>

namespace rungwatch::fleet {

namespace {

void decideInput(Deciding& deciding, const EventBody& input)
{
    if (const auto* round = std::get_if<PollRound>(&input)) {
        decideResults(deciding);
        decideReported(deciding, *round);
    } else if (const auto* received = std::get_if<CommandReceived>(&input))
        decideCommand(deciding, received->command);
    else if (const auto* result = std::get_if<EffectResult>(&input))
        decideAnswer(deciding, *result);
    else if (std::holds_alternative<Suspended>(input) && deciding.next().control->selection)
        // Nobody looked at the review card while the machine slept.
        deciding.emit(SelectionEnded{deciding.next().control->selection->id, "selection_expired"});
}

/// Levels follow from what was read, from ages and from breakers; most ticks only start polls.
bool levelsMayMove(const Deciding& deciding)
{
    const auto& events = deciding.events();
    return std::any_of(events.begin(), events.end(), [](const Event& event) {
        return !std::holds_alternative<Tick>(event.body) && !std::holds_alternative<PollsStarted>(event.body)
            && !std::holds_alternative<CanarySeen>(event.body);
    });
}

} // namespace

Deciding::Deciding(FleetState state, const Policy& policy, const Moment& now, DecideMemo& memo)
    : m_policy(&policy)
    , m_now(now)
    , m_memo(memo)
{
    m_decision.next = std::move(state);
    m_memo.begin(policy, next().policy, now.steady);
}

void Deciding::emitInput(EventBody input)
{
    const bool newPolicy =
        std::holds_alternative<SessionStarted>(input) || std::holds_alternative<PolicyChanged>(input);
    m_input = emit(std::move(input));
    m_decision.events.back().causedBy = 0;
    if (newPolicy) {
        m_policy = m_decision.next.policy.get();
        m_memo.begin(*m_policy, m_decision.next.policy, now());
    }
}

void Deciding::accept(const PollRound& round)
{
    if (refs().size() != next().endpoints.size())
        return;
    std::set<std::uint32_t> seen;
    for (const auto& result : round.results)
        if (result.endpoint < refs().size() && next().endpoints[result.endpoint]->inFlight == result.permit
            && seen.insert(result.endpoint).second)
            m_accepted.push_back({&result, next().endpoints[result.endpoint],
                next().services[refs()[result.endpoint].service]->reportedSeq});
}

std::uint64_t Deciding::emit(EventBody fact)
{
    const auto seq = next().seq + 1;
    m_decision.events.push_back({seq, m_now.wall, m_now.steady, m_input, std::move(fact)});
    apply(m_decision.next, m_decision.events.back());
    return seq;
}

void Deciding::wakeAt(SteadyTime due)
{
    if (!m_due || due < *m_due)
        m_due = due;
}

void Deciding::findDue()
{
    m_memo.dues().look(next(), refs(), policy(), now());
    m_dueNow = m_memo.dues().by(now());
}

void Deciding::wakeForEndpoints()
{
    m_memo.dues().look(next(), refs(), policy(), now());
    if (const auto due = m_memo.dues().first())
        wakeAt(*due);
}

Decision Deciding::take()
{
    if (m_due)
        m_decision.nextDue = onQuantum(std::max(*m_due, now() + Duration{1}));
    return std::move(m_decision);
}

Decision decide(FleetState state, const Policy& policy, EventBody input, const Moment& now)
{
    DecideMemo memo;
    return decide(std::move(state), policy, std::move(input), now, memo);
}

Decision decide(FleetState state, const Policy& policy, EventBody input, const Moment& now, DecideMemo& memo)
{
    Deciding deciding(std::move(state), policy, now, memo);
    if (const auto* round = std::get_if<PollRound>(&input))
        deciding.accept(*round);
    deciding.emitInput(input);
    // Before a session there is nothing that could follow. Facts are no inputs: nothing follows from them twice.
    if (!deciding.next().policy || !isInput(input) || deciding.refs().size() != deciding.next().endpoints.size())
        return deciding.take();
    decideInput(deciding, input);
    deciding.findDue();
    decidePolls(deciding);
    decideFreshness(deciding);
    decideSelection(deciding);
    decideConfirmations(deciding);
    if (levelsMayMove(deciding))
        decideLevels(deciding);
    deciding.wakeForEndpoints();
    wakeForControl(deciding);
    return deciding.take();
}

} // namespace rungwatch::fleet
