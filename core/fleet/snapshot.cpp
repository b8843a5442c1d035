// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/snapshot.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/said_levels.h"
#include "rungwatch/fleet/service_values.h"

#include <algorithm>

namespace rungwatch::fleet {

std::optional<Duration> ageAt(const EndpointState& endpoint, SteadyTime now)
{
    if (!endpoint.obtainedAt || *endpoint.obtainedAt > now)
        return std::nullopt;
    return now - *endpoint.obtainedAt;
}

Freshness freshnessAt(const EndpointState& endpoint, const SourcePolicy& source, SteadyTime now)
{
    const auto age = ageAt(endpoint, now);
    if (!age)
        return Freshness::Unknown;
    if (*age > Policy::staleAfter(source))
        return Freshness::Stale;
    return *age > Policy::lateAfter(source) ? Freshness::Late : Freshness::Fresh;
}

namespace {

/// The service's telemetry, where its first source is `first`.
std::optional<std::size_t> telemetryIn(const ServicePolicy& service, std::size_t first)
{
    for (std::size_t source = 0; source < service.sources.size(); ++source)
        if (service.sources[source].kind == SourceKind::Telemetry)
            return first + source;
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> telemetryOf(const FleetState& state, std::string_view service)
{
    if (!state.policy)
        return std::nullopt;
    std::size_t index = 0;
    for (const auto& candidate : state.policy->services) {
        if (candidate.name == service)
            return telemetryIn(candidate, index);
        index += candidate.sources.size();
    }
    return std::nullopt;
}

namespace {

/// The service that a feature belongs to: the fleet file says it, or the telemetry that named the feature did.
std::optional<std::string_view> serviceOfFeature(const FleetState& state, std::string_view feature)
{
    if (state.policy)
        for (const auto& candidate : state.policy->features)
            if (candidate.name == feature)
                return candidate.service;
    const auto found = state.features.find(std::string(feature));
    return found == state.features.end() ? std::nullopt : std::optional<std::string_view>(found->second->service);
}

const Reading* telemetryReading(const FleetState& state, std::string_view service)
{
    const auto endpoint = telemetryOf(state, service);
    if (!endpoint || !state.endpoints[*endpoint]->everRead)
        return nullptr;
    return &state.endpoints[*endpoint]->reading.get();
}

template <class Part> const Part* partNamed(const std::vector<Part>& parts, std::string_view name)
{
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

/// Adds one interval's requests, each under the group of the rung that served it. False: a rung is on no ladder.
bool addServed(ServiceShare& share, const IntervalReading& interval, const std::vector<RungReading>& ladder)
{
    ServiceShare sum = share;
    for (const auto& [name, requests] : interval.served) {
        const auto* rung = partNamed(ladder, name);
        if (!rung)
            return false;
        switch (rung->kind) {
        case RungKind::Primary:
            sum.full += requests;
            break;
        case RungKind::Secondary:
        case RungKind::SmallModel:
            sum.otherModel += requests;
            break;
        case RungKind::Cache:
        case RungKind::Rules:
        case RungKind::Template:
            sum.cacheAndRules += requests;
            break;
        case RungKind::QueueForPerson:
        case RungKind::Unavailable:
            sum.none += requests;
            break;
        }
    }
    share = sum;
    return true;
}

/// Of features whose traffic is counted by the fleet file's mapping.
void addCounted(ServiceShare& share, const FleetState& state)
{
    for (const auto& policy : state.policy->features) {
        const auto source = policy.traffic ? featureSource(state, policy.name) : std::nullopt;
        if (!source || !isKnown(state.endpoints[*source]->freshness))
            continue;
        const auto feature = countedFeature(state, policy.name);
        if (feature && !feature->intervals.empty())
            (void)addServed(share, feature->intervals.back(), feature->ladder);
    }
}

} // namespace

const FeatureReading* featureReading(const FleetState& state, std::string_view feature)
{
    const auto service = serviceOfFeature(state, feature);
    const auto* reading = service ? telemetryReading(state, *service) : nullptr;
    return reading ? partNamed(reading->features, feature) : nullptr;
}

const BreakerReading* breakerReading(const FleetState& state, std::string_view address)
{
    const auto slash = address.find('/');
    if (slash == std::string_view::npos || !state.policy)
        return nullptr;
    // Commands go through telemetry: what it says of a breaker counts for them, also where it is stale.
    const auto* told = telemetryReading(state, address.substr(0, slash));
    if (const auto* breaker = told ? partNamed(told->breakers, address.substr(slash + 1)) : nullptr)
        return breaker;
    const auto service = serviceIndex(*state.policy, address.substr(0, slash));
    const auto said = service ? ServiceValues(state).breaker(*service, address.substr(slash + 1)) : std::nullopt;
    return said ? said->value : nullptr;
}

ServiceShare serviceShare(const FleetState& state)
{
    ServiceShare share;
    if (!state.policy)
        return share;
    std::size_t first = 0;
    for (const auto& service : state.policy->services) {
        const auto endpoint = telemetryIn(service, first);
        first += service.sources.size();
        if (!endpoint)
            continue;
        const auto freshness = state.endpoints[*endpoint]->freshness;
        if (freshness != Freshness::Fresh && freshness != Freshness::Late)
            continue; // what is stale counts as unknown
        for (const auto& feature : state.endpoints[*endpoint]->reading->features)
            if (!feature.intervals.empty())
                (void)addServed(share, feature.intervals.back(), feature.ladder);
    }
    addCounted(share, state);
    return share;
}

} // namespace rungwatch::fleet
