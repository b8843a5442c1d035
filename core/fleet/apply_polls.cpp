// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/apply_parts.h"
#include "rungwatch/fleet/inferred.h"
#include "rungwatch/fleet/places.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// Changes the endpoint of that name, where there is one.
template <class Change> void editEndpoint(FleetState& state, const std::string& name, Change&& change)
{
    if (const auto index = endpointIndex(*state.policy, name); index && *index < state.endpoints.size())
        state.endpoints[*index].edit(change);
}

/// The newest of the service's numbered events that was read; after a restart it falls.
void noteReportedSeq(FleetState& state, std::size_t service, const PollResult& result)
{
    if (!result.reading || (*result.reading)->events.empty())
        return;
    const auto seq = (*result.reading)->events.back().seq;
    if (state.services[service]->reportedSeq != seq)
        state.services[service].edit([&](ServiceState& value) { value.reportedSeq = seq; });
}

/// The states that counters tell, of the new reading and, while nothing moves, of the last one again.
void takeReading(EndpointState& endpoint, const PollResult& result, Duration holds, SteadyTime at)
{
    if (result.reading) {
        const auto before = endpoint.reading;
        endpoint.reading = *result.reading;
        if (endpoint.everRead && leavesStatesOpen(endpoint.reading.get()))
            endpoint.reading.edit(
                [&](Reading& reading) { inferStates(reading, before.get(), endpoint.inferredAt, at, holds); });
        else
            endpoint.inferredAt.clear();
    } else if (!endpoint.inferredAt.empty()) {
        const auto before = endpoint.reading;
        endpoint.reading.edit(
            [&](Reading& reading) { inferStates(reading, before.get(), endpoint.inferredAt, at, holds); });
    }
}

void takeResult(
    EndpointState& endpoint, const PollResult& result, const Event& event, const Policy& policy, EndpointRef ref)
{
    endpoint.latency = result.latency;
    endpoint.status = result.status;
    if (!result.unchanged)
        endpoint.bytes = result.bytes;
    ++endpoint.rounds;
    if (!isGood(result, endpoint))
        return;
    const auto arrived = std::min(result.obtainedAt, event.steady);
    takeReading(endpoint, result, Policy::staleAfter(sourceOf(policy, ref)), arrived);
    endpoint.everRead = true;
    endpoint.obtainedAt = obtainedAtOf(endpoint.reading.get(), arrived, tellsOfAFeature(policy, ref));
    endpoint.obtainedWall.reset();
    if (endpoint.obtainedAt)
        endpoint.obtainedWall = event.wall - (event.steady - *endpoint.obtainedAt);
}

} // namespace

void endPoll(EndpointState& endpoint, const ServicePolicy& service, const SourcePolicy& source,
    const breaker::Outcome& outcome, SteadyTime now)
{
    breaker::record(endpoint.breaker, service.breaker, *endpoint.inFlight, outcome, now);
    endpoint.inFlight.reset();
    endpoint.askedAt.reset();
    if (endpoint.nextPollAt)
        endpoint.nextPollAt = slotAfter(*endpoint.nextPollAt, source.interval, now);
}

void applyStarts(FleetState& state, const PollsStarted& started, const Event& event)
{
    const auto& refs = endpointsOf(*state.policy);
    for (const auto& poll : started.polls) {
        if (poll.endpoint >= refs.size())
            continue;
        state.endpoints[poll.endpoint].edit([&](EndpointState& endpoint) {
            breaker::take(endpoint.breaker, event.steady);
            endpoint.inFlight = poll.permit;
            endpoint.askedAt = event.steady;
            endpoint.nextPollAt = slotAfter(endpoint.nextPollAt.value_or(event.steady),
                sourceOf(*state.policy, refs[poll.endpoint]).interval, event.steady);
        });
    }
}

void applyLost(FleetState& state, const PollsLost& lost, const Event& event)
{
    const auto& refs = endpointsOf(*state.policy);
    for (const auto& poll : lost.polls)
        if (poll.endpoint < refs.size() && state.endpoints[poll.endpoint]->inFlight == poll.permit)
            state.endpoints[poll.endpoint].edit([&](EndpointState& endpoint) {
                const auto ref = refs[poll.endpoint];
                endPoll(endpoint, serviceOf(*state.policy, ref), sourceOf(*state.policy, ref),
                    {breaker::Verdict::Failure, event.steady - endpoint.askedAt.value_or(event.steady)}, event.steady);
            });
}

void applyRound(FleetState& state, const PollRound& round, const Event& event)
{
    const auto& refs = endpointsOf(*state.policy);
    for (const auto& result : round.results) {
        // An answer to a poll that was given up meanwhile is no answer any more.
        if (result.endpoint >= refs.size() || state.endpoints[result.endpoint]->inFlight != result.permit)
            continue;
        state.endpoints[result.endpoint].edit([&](EndpointState& endpoint) {
            const auto ref = refs[result.endpoint];
            endPoll(
                endpoint, serviceOf(*state.policy, ref), sourceOf(*state.policy, ref), outcomeOf(result), event.steady);
            takeResult(endpoint, result, event, *state.policy, ref);
        });
        if (const auto& endpoint = state.endpoints[result.endpoint].get(); isGood(result, endpoint))
            applyCounts(
                state, refs[result.endpoint], endpoint.reading.get(), std::min(result.obtainedAt, event.steady));
        noteReportedSeq(state, refs[result.endpoint].service, result);
    }
}

void applyBreaker(FleetState& state, const BreakerMoved& moved)
{
    editEndpoint(state, moved.endpoint, [&](EndpointState& endpoint) {
        breaker::enter(endpoint.breaker, moved.transition);
        // A move that ended the period of the poll in flight (a probe timed out) gives that poll up.
        if (endpoint.inFlight && endpoint.inFlight->generation != endpoint.breaker.generation) {
            endpoint.inFlight.reset();
            endpoint.askedAt.reset();
        }
    });
}

void applyFreshness(FleetState& state, const FreshnessChanged& change)
{
    editEndpoint(state, change.endpoint, [&](EndpointState& endpoint) { endpoint.freshness = change.to; });
}

void applyTrouble(FleetState& state, const TroubleChanged& change, const Event& event)
{
    editEndpoint(state, change.endpoint, [&](EndpointState& endpoint) {
        if (change.word.empty())
            endpoint.troubleSince.reset();
        else if (!endpoint.troubleSince)
            endpoint.troubleSince = event.steady;
        endpoint.troubleWord = change.word;
        endpoint.troubleDetail = change.detail;
    });
}

} // namespace rungwatch::fleet
