// SPDX-License-Identifier: GPL-3.0-or-later
#include "service_standing.h"

#include <algorithm>
#include <numeric>

namespace rungwatch {
namespace {

using fleet::Freshness;

/// Fresh before late before stale; what was never read is the worst.
int badness(Freshness freshness)
{
    switch (freshness) {
    case Freshness::Fresh:
        return 0;
    case Freshness::Late:
        return 1;
    case Freshness::Stale:
        return 2;
    case Freshness::Unknown:
        break;
    }
    return 3;
}

/// Place in the list: an unknown service may be down, so it comes before one that says that it limps.
int rank(const ServiceStanding& standing)
{
    switch (standing.level) {
    case HealthLevel::Unavailable:
        return 0;
    case HealthLevel::Critical:
        return 1;
    case HealthLevel::Unknown:
        return 2;
    case HealthLevel::Degraded:
        return 3;
    case HealthLevel::Healthy:
        break;
    }
    return isAbnormal(standing) ? 4 : 5;
}

/// What began within a few seconds began together: then the order of the file is easier to read.
auto aboutWhen(SteadyTime since)
{
    using Ten = std::chrono::duration<std::int64_t, std::ratio<10>>;
    return std::chrono::floor<Ten>(since.time_since_epoch());
}

ServiceStanding standingOf(
    const fleet::FleetState& state, std::size_t service, std::size_t firstEndpoint, SteadyTime now)
{
    const auto& policy = state.policy->services[service];
    const auto& told = *state.services[service];
    ServiceStanding standing;
    standing.level = told.level;
    standing.critical = policy.critical;
    standing.since = told.since;
    standing.firstEndpoint = firstEndpoint;
    standing.endpoints = policy.sources.size();
    standing.freshness = policy.sources.empty() ? Freshness::Unknown : Freshness::Fresh;
    bool anyKnown = false;
    for (std::size_t i = 0; i < policy.sources.size(); ++i) {
        const auto& endpoint = *state.endpoints[firstEndpoint + i];
        const auto is = fleet::freshnessAt(endpoint, policy.sources[i], now);
        anyKnown = anyKnown || badness(is) < badness(Freshness::Stale);
        if (badness(is) > badness(standing.freshness))
            standing.freshness = is;
        standing.troubled = standing.troubled || !endpoint.troubleWord.empty();
    }
    // That nothing was heard for long enough is known here, whether or not the engine has come to say so.
    if (!anyKnown && told.level != HealthLevel::Unavailable)
        standing.level = HealthLevel::Unknown;
    return standing;
}

} // namespace

std::vector<ServiceStanding> standingsOf(const fleet::FleetState& state, SteadyTime now)
{
    std::vector<ServiceStanding> standings;
    if (!state.policy || state.services.size() != state.policy->services.size())
        return standings;
    standings.reserve(state.services.size());
    std::size_t endpoint = 0;
    for (std::size_t i = 0; i < state.services.size(); ++i) {
        standings.push_back(standingOf(state, i, endpoint, now));
        endpoint += state.policy->services[i].sources.size();
    }
    return standings;
}

bool isAbnormal(const ServiceStanding& standing)
{
    return standing.level != HealthLevel::Healthy || standing.freshness != Freshness::Fresh || standing.troubled;
}

Mark markOf(const ServiceStanding& standing)
{
    if (standing.level != HealthLevel::Healthy || !isAbnormal(standing))
        return standing.level;
    return standing.freshness == Freshness::Fresh ? Freshness::Late : standing.freshness;
}

std::vector<std::size_t> worstFirst(const std::vector<ServiceStanding>& standings)
{
    std::vector<std::size_t> order(standings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        const auto& a = standings[left];
        const auto& b = standings[right];
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        if (a.critical != b.critical)
            return a.critical;
        return isAbnormal(a) && aboutWhen(a.since) < aboutWhen(b.since);
    });
    return order;
}

} // namespace rungwatch
