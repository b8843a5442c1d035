// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/poll_due.h"

namespace rungwatch::fleet {

namespace {

/// Draws the spread of a cooldown that begins now, per endpoint and opening.
std::uint64_t chanceFor(const Deciding& deciding, std::size_t endpoint)
{
    return cooldownChance(
        deciding.next().session->seed, deciding.nameOf(endpoint), deciding.next().endpoints[endpoint]->breaker);
}

void emitMoves(Deciding& deciding, std::size_t endpoint, const std::vector<breaker::Transition>& moves)
{
    for (const auto& move : moves)
        deciding.emit(BreakerMoved{deciding.nameOf(endpoint), move});
}

std::string troubleWordOf(const PollResult& result, const EndpointState& before)
{
    // What was not sent says why.
    const bool unsent = result.transport == Transport::NotSent && !result.errorCode.empty();
    if (result.transport != Transport::None && !unsent)
        return std::string(nameOf(result.transport));
    if (!result.errorCode.empty())
        return result.errorCode;
    // "As before" of what was never read is no reading.
    return isGood(result, before) ? std::string{} : "unknown-format";
}

void decideLost(Deciding& deciding)
{
    PollsLost lost;
    for (const auto i : deciding.due()) {
        const auto& endpoint = deciding.next().endpoints[i].get();
        const auto due = lostDue(endpoint, sourceOf(deciding.policy(), deciding.refs()[i]));
        if (due && *due <= deciding.now())
            lost.polls.push_back({static_cast<std::uint32_t>(i), *endpoint.inFlight});
    }
    if (lost.polls.empty())
        return;
    std::vector<Shared<EndpointState>> before;
    for (const auto& poll : lost.polls)
        before.push_back(deciding.next().endpoints[poll.endpoint]);
    deciding.emit(lost);
    for (std::size_t i = 0; i < lost.polls.size(); ++i) {
        const auto& poll = lost.polls[i];
        const auto& options = serviceOf(deciding.policy(), deciding.refs()[poll.endpoint]).breaker;
        const breaker::Finish finish{poll.permit, {breaker::Verdict::Failure, {}}};
        emitMoves(deciding, poll.endpoint,
            breaker::step(before[i]->breaker, options, finish, deciding.now(), chanceFor(deciding, poll.endpoint))
                .transitions);
        if (deciding.next().endpoints[poll.endpoint]->troubleWord != "timeout")
            deciding.emit(TroubleChanged{deciding.nameOf(poll.endpoint), "timeout", "the poll was lost"});
    }
}

/// What time alone moves: cooldowns that are over, probes and half-open stays that took too long.
void decideBreakers(Deciding& deciding)
{
    for (const auto i : deciding.due()) {
        const auto& options = serviceOf(deciding.policy(), deciding.refs()[i]).breaker;
        const auto& breaker = deciding.next().endpoints[i]->breaker;
        if (const auto due = breaker::nextDue(breaker, options); !due || *due > deciding.now())
            continue;
        emitMoves(deciding, i,
            breaker::step(breaker, options, breaker::Tick{}, deciding.now(), chanceFor(deciding, i)).transitions);
    }
}

void decideStarts(Deciding& deciding)
{
    PollsStarted started;
    for (const auto i : deciding.due()) {
        const auto& endpoint = deciding.next().endpoints[i].get();
        if (const auto due = pollDue(endpoint); !due || *due > deciding.now())
            continue;
        const auto& options = serviceOf(deciding.policy(), deciding.refs()[i]).breaker;
        auto step = breaker::step(endpoint.breaker, options, breaker::Admit{}, deciding.now());
        if (step.permit && step.transitions.empty())
            started.polls.push_back({static_cast<std::uint32_t>(i), *step.permit});
    }
    if (started.polls.empty())
        return;
    deciding.emit(started);
    for (const auto& poll : started.polls)
        deciding.start(PollEffect{poll.endpoint, poll.permit});
}

} // namespace

void decideResults(Deciding& deciding)
{
    for (const auto& [result, before, reportedSeq] : deciding.accepted()) {
        const auto& options = serviceOf(deciding.policy(), deciding.refs()[result->endpoint]).breaker;
        emitMoves(deciding, result->endpoint,
            breaker::step(before->breaker, options, breaker::Finish{result->permit, outcomeOf(*result)}, deciding.now(),
                chanceFor(deciding, result->endpoint))
                .transitions);
        const auto word = troubleWordOf(*result, *before);
        if (word != before->troubleWord)
            deciding.emit(TroubleChanged{deciding.nameOf(result->endpoint), word, result->errorDetail});
    }
}

void decidePolls(Deciding& deciding)
{
    decideLost(deciding);
    decideBreakers(deciding);
    decideStarts(deciding);
}

} // namespace rungwatch::fleet
