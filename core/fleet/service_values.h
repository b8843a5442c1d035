// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/snapshot.h"

#include <span>

/// \file
/// What is said of a service, from all sources that speak of it: its own, and those of servers that are asked for many.
/// Each value knows its source, and with it how fresh it is: a stale source's values are last known, also where another
/// source is fresh.

namespace rungwatch::fleet {

template <class Part> struct Said {
    const Part* value{nullptr};
    /// Index into endpointsOf(policy): the source that says it.
    std::size_t endpoint{0};
    Freshness freshness{Freshness::Unknown};

    /// Whether it is more than last known.
    [[nodiscard]] bool believed() const { return freshness == Freshness::Fresh || freshness == Freshness::Late; }
    [[nodiscard]] const Part* operator->() const { return value; }
};

/// Where each service's sources stand, found once for many questions. Refers to the state, which has to outlive it.
class ServiceValues {
public:
    explicit ServiceValues(const FleetState& state);

    /// The service's own sources, in the order of the policy, that were read at least once; then the servers'.
    [[nodiscard]] std::vector<std::size_t> sourcesOf(std::size_t service) const;

    /// Each name once: of several sources the one that is believed, then one that publishes the state, then by kind
    /// (telemetry, actuator, stream, health, metrics, servers). In the order in which they are found.
    [[nodiscard]] std::vector<Said<BreakerReading>> breakersOf(std::size_t service) const;
    [[nodiscard]] std::optional<Said<BreakerReading>> breaker(std::size_t service, std::string_view name) const;
    [[nodiscard]] std::vector<Said<CacheReading>> cachesOf(std::size_t service) const;
    [[nodiscard]] std::vector<Said<Component>> componentsOf(std::size_t service) const;
    /// Alerts that fire, and those that are muted or pending.
    [[nodiscard]] std::vector<Said<AlertReading>> alertsOf(std::size_t service) const;
    /// What a status page tells of the past and the present.
    [[nodiscard]] std::vector<Said<IncidentReading>> incidentsOf(std::size_t service) const;

private:
    template <class Part, class List>
    void add(std::vector<Said<Part>>& said, std::size_t service, std::size_t endpoint, List&& list) const;
    [[nodiscard]] bool isOwn(std::size_t service, std::size_t endpoint) const;
    /// Whether a part with that service of its own, read at `endpoint`, is about `service`.
    [[nodiscard]] bool isAbout(std::size_t service, std::size_t endpoint, const std::string& named) const;

    const FleetState& m_state;
    /// The policy's own list.
    std::span<const EndpointRef> m_refs;
    /// Of each service the index of its first source.
    std::vector<std::size_t> m_first;
    std::vector<std::size_t> m_servers;
};

/// Whether a source of that kind is asked about many services.
[[nodiscard]] constexpr bool isServer(SourceKind kind)
{
    return kind == SourceKind::Prometheus || kind == SourceKind::Alertmanager;
}

/// The source that a feature's values come from: telemetry that names it, else the counters that the fleet file maps.
[[nodiscard]] std::optional<std::size_t> featureSource(const FleetState& state, std::string_view feature);

/// The source that tells the age of what a feature serves: the one whose headers the fleet file names, else the above.
[[nodiscard]] std::optional<std::size_t> featureCacheSource(const FleetState& state, std::string_view feature);

/// A feature as the console makes it of the fleet file's ladder and of counters: no mode, and one interval, the window.
/// Absent where its service's telemetry has the feature, or the file has no ladder for it.
[[nodiscard]] std::optional<FeatureReading> countedFeature(const FleetState& state, std::string_view feature);

} // namespace rungwatch::fleet
