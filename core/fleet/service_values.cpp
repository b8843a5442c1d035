// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/service_values.h"

#include "rungwatch/fleet/places.h"

#include <algorithm>
#include <tuple>

namespace rungwatch::fleet {

namespace {

int rankOf(SourceKind kind)
{
    switch (kind) {
    case SourceKind::Telemetry:
        return 0;
    case SourceKind::Actuator:
        return 1;
    case SourceKind::HystrixStream:
        return 2;
    case SourceKind::Health:
        return 3;
    case SourceKind::Metrics:
        return 4;
    case SourceKind::Prometheus:
    case SourceKind::Statuspage:
    case SourceKind::Alertmanager:
        break;
    }
    return 5;
}

bool publishesState(const BreakerReading& breaker)
{
    return (breaker.state || breaker.other) && breaker.inferredFrom.empty();
}

} // namespace

ServiceValues::ServiceValues(const FleetState& state)
    : m_state(state)
{
    if (!state.policy)
        return;
    m_refs = endpointsOf(*state.policy);
    std::size_t next = 0;
    for (const auto& service : state.policy->services) {
        m_first.push_back(next);
        for (const auto& source : service.sources) {
            if (isServer(source.kind))
                m_servers.push_back(next);
            ++next;
        }
    }
}

bool ServiceValues::isOwn(std::size_t service, std::size_t endpoint) const
{
    return endpoint < m_refs.size() && m_refs[endpoint].service == service;
}

bool ServiceValues::isAbout(std::size_t service, std::size_t endpoint, const std::string& named) const
{
    return named.empty() ? isOwn(service, endpoint) : named == m_state.policy->services[service].name;
}

std::vector<std::size_t> ServiceValues::sourcesOf(std::size_t service) const
{
    std::vector<std::size_t> sources;
    if (service >= m_first.size())
        return sources;
    const auto count = m_state.policy->services[service].sources.size();
    for (auto i = m_first[service]; i < m_first[service] + count; ++i)
        if (m_state.endpoints[i]->everRead)
            sources.push_back(i);
    for (const auto server : m_servers)
        if (!isOwn(service, server) && m_state.endpoints[server]->everRead)
            sources.push_back(server);
    return sources;
}

template <class Part, class List>
void ServiceValues::add(std::vector<Said<Part>>& said, std::size_t service, std::size_t endpoint, List&& list) const
{
    const auto freshness = m_state.endpoints[endpoint]->freshness;
    for (const auto& part : list) {
        if constexpr (requires { part.service; }) {
            if (!isAbout(service, endpoint, part.service))
                continue;
        } else if (!isOwn(service, endpoint))
            continue;
        said.push_back({&part, endpoint, freshness});
    }
}

std::vector<Said<BreakerReading>> ServiceValues::breakersOf(std::size_t service) const
{
    const auto better = [&](const Said<BreakerReading>& a, const Said<BreakerReading>& b) {
        const auto key = [&](const Said<BreakerReading>& said) {
            return std::tuple{!said.believed(), !publishesState(*said.value),
                rankOf(sourceOf(*m_state.policy, m_refs[said.endpoint]).kind)};
        };
        return key(a) < key(b);
    };
    std::vector<Said<BreakerReading>> all;
    for (const auto source : sourcesOf(service))
        add(all, service, source, m_state.endpoints[source]->reading->breakers);
    std::vector<Said<BreakerReading>> said;
    std::map<std::string_view, std::size_t> places;
    for (const auto& one : all) {
        const auto [place, isNew] = places.try_emplace(one->name, said.size());
        if (isNew)
            said.push_back(one);
        else if (better(one, said[place->second]))
            said[place->second] = one;
    }
    return said;
}

std::optional<Said<BreakerReading>> ServiceValues::breaker(std::size_t service, std::string_view name) const
{
    for (const auto& said : breakersOf(service))
        if (said->name == name)
            return said;
    return std::nullopt;
}

std::vector<Said<CacheReading>> ServiceValues::cachesOf(std::size_t service) const
{
    std::vector<Said<CacheReading>> said;
    for (const auto source : sourcesOf(service))
        add(said, service, source, m_state.endpoints[source]->reading->caches);
    return said;
}

std::vector<Said<Component>> ServiceValues::componentsOf(std::size_t service) const
{
    std::vector<Said<Component>> said;
    for (const auto source : sourcesOf(service))
        add(said, service, source, m_state.endpoints[source]->reading->components);
    return said;
}

std::vector<Said<AlertReading>> ServiceValues::alertsOf(std::size_t service) const
{
    std::vector<Said<AlertReading>> said;
    for (const auto source : sourcesOf(service))
        if (const auto& alerts = m_state.endpoints[source]->reading->alerts)
            add(said, service, source, *alerts);
    return said;
}

std::vector<Said<IncidentReading>> ServiceValues::incidentsOf(std::size_t service) const
{
    std::vector<Said<IncidentReading>> said;
    for (const auto source : sourcesOf(service))
        add(said, service, source, m_state.endpoints[source]->reading->incidents);
    return said;
}

namespace {

const FeaturePolicy* policyOf(const FleetState& state, std::string_view feature)
{
    if (state.policy)
        for (const auto& candidate : state.policy->features)
            if (candidate.name == feature)
                return &candidate;
    return nullptr;
}

} // namespace

std::optional<std::size_t> featureSource(const FleetState& state, std::string_view feature)
{
    const auto* policy = policyOf(state, feature);
    if (!policy || featureReading(state, feature) || !policy->traffic) {
        const auto found = state.features.find(std::string(feature));
        const auto& service = policy        ? policy->service
            : found == state.features.end() ? std::string{}
                                            : found->second->service;
        return telemetryOf(state, service);
    }
    return endpointIndex(*state.policy, policy->service + "/" + policy->traffic->source);
}

std::optional<std::size_t> featureCacheSource(const FleetState& state, std::string_view feature)
{
    const auto* policy = policyOf(state, feature);
    if (!policy || policy->cacheSource.empty())
        return featureSource(state, feature);
    return endpointIndex(*state.policy, policy->service + "/" + policy->cacheSource);
}

std::optional<FeatureReading> countedFeature(const FleetState& state, std::string_view feature)
{
    const auto* policy = policyOf(state, feature);
    if (!policy || policy->ladder.rungs.empty() || featureReading(state, feature))
        return std::nullopt;
    FeatureReading made;
    made.name = policy->name;
    for (const auto& rung : policy->ladder.rungs)
        made.ladder.push_back({rung.name, rung.kind, {}});
    const auto found = state.features.find(policy->name);
    const auto window = found == state.features.end() ? std::nullopt : windowOf(found->second->traffic);
    if (!window)
        return made;
    IntervalReading interval;
    interval.n = found->second->lastInterval.value_or(0);
    interval.endedAt = state.wall - (state.steady - window->to);
    interval.length = window->to - window->from;
    interval.requests = 0;
    for (const auto& [rung, served] : window->served)
        *interval.requests += served;
    interval.served = window->served;
    made.intervals.push_back(std::move(interval));
    return made;
}

} // namespace rungwatch::fleet
