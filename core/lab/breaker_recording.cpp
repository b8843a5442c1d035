// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/breaker_recording.h"

#include "rungwatch/fleet/places.h"

namespace rungwatch::lab {

using namespace fleet;

namespace {

/// Of an endpoint only what decides its polls.
EndpointState bare(const EndpointState& endpoint)
{
    EndpointState state;
    state.breaker = endpoint.breaker;
    state.nextPollAt = endpoint.nextPollAt;
    state.inFlight = endpoint.inFlight;
    state.askedAt = endpoint.askedAt;
    return state;
}

} // namespace

void BreakerRecorder::add(const Event& event, const FleetState& after)
{
    if (m_recording.endsEarly || !after.policy)
        return;
    if (m_polls >= mostPolls) {
        m_recording.endsEarly = event.wall;
        return;
    }
    const bool starts = std::holds_alternative<SessionStarted>(event.body);
    if (starts || std::holds_alternative<PolicyChanged>(event.body)) {
        begin(after, event, !starts);
        m_before.reset();
        return look(event);
    }
    if (isInput(event.body)) {
        if (m_recording.stretches.empty() && m_before)
            begin(*m_before, event, false);
        if (!m_recording.stretches.empty()) {
            m_before.reset();
            look(event);
            if (const auto* round = std::get_if<PollRound>(&event.body))
                addResults(*round);
        }
    } else if (!m_recording.stretches.empty())
        addFact(event, after);
    if (m_recording.stretches.empty())
        m_before = after;
}

void BreakerRecorder::begin(const FleetState& state, const Event&, bool goesOn)
{
    BreakerStretch stretch;
    stretch.seed = state.session->seed;
    stretch.goesOn = goesOn && !m_recording.stretches.empty();
    m_inFlight.clear();
    m_places.clear();
    const auto refs = endpointsOf(*state.policy);
    for (std::size_t i = 0; i < refs.size() && i < state.endpoints.size(); ++i) {
        const auto& service = serviceOf(*state.policy, refs[i]);
        const auto& source = sourceOf(*state.policy, refs[i]);
        auto start = bare(state.endpoints[i].get());
        m_inFlight.push_back(start.inFlight);
        auto name = endpointName(*state.policy, refs[i]);
        m_places[name] = i;
        stretch.endpoints.push_back({std::move(name), service.name, service.breaker, source.interval, source.timeout,
            std::move(start), {}, {}});
        if (m_inFlight.back())
            stretch.endpoints.back().polls.push_back({});
    }
    m_recording.stretches.push_back(std::move(stretch));
}

void BreakerRecorder::look(const Event& event)
{
    auto& stretch = m_recording.stretches.back();
    stretch.looks.push_back({event.steady, event.wall});
    if (!std::holds_alternative<Suspended>(event.body))
        return;
    stretch.sleeps.push_back(lastLook());
    for (std::size_t i = 0; i < m_inFlight.size(); ++i)
        giveUp(i);
}

void BreakerRecorder::giveUp(std::size_t endpoint)
{
    m_inFlight[endpoint].reset();
}

void BreakerRecorder::addResults(const PollRound& round)
{
    auto& endpoints = m_recording.stretches.back().endpoints;
    for (const auto& result : round.results) {
        if (result.endpoint >= endpoints.size() || m_inFlight[result.endpoint] != result.permit)
            continue;
        giveUp(result.endpoint);
        auto& poll = endpoints[result.endpoint].polls.back();
        poll.ended = lastLook();
        poll.outcome = outcomeOf(result);
    }
}

void BreakerRecorder::addFact(const Event& event, const FleetState& after)
{
    auto& endpoints = m_recording.stretches.back().endpoints;
    if (const auto* started = std::get_if<PollsStarted>(&event.body)) {
        for (const auto& poll : started->polls)
            if (poll.endpoint < endpoints.size()) {
                endpoints[poll.endpoint].polls.push_back({lastLook(), RecordedPoll::none, {}, false});
                m_inFlight[poll.endpoint] = poll.permit;
                ++m_polls;
            }
    } else if (const auto* lost = std::get_if<PollsLost>(&event.body)) {
        for (const auto& poll : lost->polls)
            if (poll.endpoint < endpoints.size() && m_inFlight[poll.endpoint] == poll.permit) {
                giveUp(poll.endpoint);
                endpoints[poll.endpoint].polls.back().lost = true;
                endpoints[poll.endpoint].polls.back().outcome.verdict = breaker::Verdict::Failure;
            }
    } else if (const auto* moved = std::get_if<BreakerMoved>(&event.body)) {
        const auto found = m_places.find(moved->endpoint);
        if (found == m_places.end())
            return;
        endpoints[found->second].moves.push_back(
            {event.wall - (event.steady - moved->transition.at), moved->transition});
        // A move that ended the period of the poll in flight gives that poll up.
        if (!after.endpoints[found->second]->inFlight)
            giveUp(found->second);
    }
}

BreakerRecording BreakerRecorder::take()
{
    return std::exchange(m_recording, {});
}

} // namespace rungwatch::lab
