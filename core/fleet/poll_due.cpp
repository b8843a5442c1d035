// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/poll_due.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/fleet/places.h"

namespace rungwatch::fleet {

namespace {

/// How long past its timeout a poll may be silent before it is given up: the poll thread ends each in time.
constexpr Duration lostAfterTimeout{2s};

bool phaseIsOpen(const breaker::State& state)
{
    return state.phase == breaker::Phase::Open || state.phase == breaker::Phase::ForcedOpen;
}

} // namespace

std::optional<SteadyTime> pollDue(const EndpointState& endpoint)
{
    if (endpoint.inFlight)
        return std::nullopt;
    const auto& breaker = endpoint.breaker;
    // A shut gate has no slots: the probe goes out when the cooldown is over, whatever the grid says.
    if (phaseIsOpen(breaker))
        return breaker.openUntil;
    if (breaker.phase == breaker::Phase::HalfOpen && breaker.probes.empty() && breaker.probeSuccesses == 0)
        return breaker.since;
    return endpoint.nextPollAt;
}

std::optional<SteadyTime> lostDue(const EndpointState& endpoint, const SourcePolicy& source)
{
    if (!endpoint.inFlight || !endpoint.askedAt)
        return std::nullopt;
    return saturatingAdd(*endpoint.askedAt, source.timeout + lostAfterTimeout);
}

std::optional<SteadyTime> pollsDue(
    const EndpointState& endpoint, const ServicePolicy& service, const SourcePolicy& source)
{
    std::optional<SteadyTime> first;
    for (const auto due :
        {pollDue(endpoint), lostDue(endpoint, source), breaker::nextDue(endpoint.breaker, service.breaker)})
        if (due && (!first || *due < *first))
            first = due;
    return first;
}

std::uint64_t cooldownChance(std::uint64_t seed, const std::string& endpoint, const breaker::State& breaker)
{
    return draw(seed, "own:" + endpoint, breaker.generation);
}

SteadyTime onQuantum(SteadyTime due)
{
    const auto since = due.time_since_epoch();
    const auto rest = since % tickQuantum;
    if (rest == Duration{0})
        return due;
    return saturatingAdd(due, rest > Duration{0} ? tickQuantum - rest : -rest);
}

} // namespace rungwatch::fleet
