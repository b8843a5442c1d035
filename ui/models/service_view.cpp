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

ServiceView ServiceView::of(const fleet::FleetState& state, std::string_view service, SteadyTime now)
{
    return ofEndpoint(state, fleet::telemetryOf(state, service), now);
}

ServiceView ServiceView::ofEndpoint(const fleet::FleetState& state, std::optional<std::size_t> index, SteadyTime now)
{
    ServiceView view;
    if (!index || !state.policy)
        return view;
    const auto refs = fleet::endpointsOf(*state.policy);
    const auto& ref = refs[*index];
    view.endpoint = &*state.endpoints[*index];
    view.freshness = fleet::freshnessAt(*view.endpoint, state.policy->services[ref.service].sources[ref.source], now);
    view.age = fleet::ageAt(*view.endpoint, now);
    if (const auto& instance = view.endpoint->reading->instance)
        view.rate = instance->rate.value() / 100;
    return view;
}

} // namespace rungwatch
