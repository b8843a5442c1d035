// SPDX-License-Identifier: GPL-3.0-or-later
#include "service_view.h"

namespace rungwatch {

std::optional<Duration> ServiceView::left(std::optional<Duration> atReading) const
{
    if (!atReading || !age)
        return std::nullopt;
    return std::max(*atReading - fromSeconds(toSeconds(*age) * rate), Duration::zero());
}

std::optional<Duration> ServiceView::since(std::optional<Duration> atReading) const
{
    if (!atReading || !age)
        return std::nullopt;
    return *atReading + fromSeconds(toSeconds(*age) * rate);
}

namespace {

ServiceView viewOf(const fleet::EndpointState& endpoint, const fleet::SourcePolicy& source, SteadyTime now)
{
    ServiceView view;
    view.endpoint = &endpoint;
    view.freshness = fleet::freshnessAt(endpoint, source, now);
    view.age = fleet::ageAt(endpoint, now);
    if (const auto& instance = endpoint.reading->instance)
        view.rate = instance->rate.value() / 100;
    return view;
}

} // namespace

ServiceView ServiceView::of(const fleet::FleetState& state, std::string_view service, SteadyTime now)
{
    return ofEndpoint(state, fleet::telemetryOf(state, service), now);
}

ServiceView ServiceView::ofEndpoint(const fleet::FleetState& state, std::optional<std::size_t> index, SteadyTime now)
{
    if (!index || !state.policy)
        return {};
    const auto ref = fleet::endpointsOf(*state.policy)[*index];
    return viewOf(*state.endpoints[*index], state.policy->services[ref.service].sources[ref.source], now);
}

std::vector<ServiceView> ServiceView::all(const fleet::FleetState& state, SteadyTime now)
{
    std::vector<ServiceView> views;
    if (!state.policy)
        return views;
    views.resize(state.policy->services.size());
    std::size_t endpoint = 0;
    for (std::size_t i = 0; i < views.size(); ++i) {
        for (const auto& source : state.policy->services[i].sources) {
            if (source.kind == fleet::SourceKind::Telemetry && !views[i].endpoint)
                views[i] = viewOf(*state.endpoints[endpoint], source, now);
            ++endpoint;
        }
    }
    return views;
}

} // namespace rungwatch
