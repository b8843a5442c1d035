// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/apply_parts.h"
#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/snapshot.h"

namespace rungwatch::fleet {

namespace {

template <class Change> void editService(FleetState& state, const std::string& name, Change&& change)
{
    if (const auto index = serviceIndex(*state.policy, name); index && *index < state.services.size())
        state.services[*index].edit(change);
}

FeatureState ofService(const std::string& service)
{
    FeatureState feature;
    feature.service = service;
    return feature;
}

template <class Change>
void editFeature(FleetState& state, const std::string& name, const std::string& service, Change&& change)
{
    const auto [entry, made] = state.features.try_emplace(name, ofService(service));
    entry->second.edit([&](FeatureState& feature) {
        feature.service = service;
        change(feature);
    });
}

const FeaturePolicy* featurePolicy(const FleetState& state, const std::string& name)
{
    for (const auto& feature : state.policy->features)
        if (feature.name == name)
            return &feature;
    return nullptr;
}

} // namespace

void applyServiceLevel(FleetState& state, const ServiceLevelChanged& change, const Event& event)
{
    editService(state, change.service, [&](ServiceState& service) {
        if (service.level != change.to)
            service.since = event.steady;
        service.level = change.to;
        service.why = change.why;
        if (change.to != HealthLevel::Unknown)
            service.lastKnown = change.to;
    });
}

void applyFleetLevel(FleetState& state, const FleetLevelChanged& change, const Event& event)
{
    if (state.level != change.to)
        state.levelSince = event.steady;
    state.level = change.to;
    state.why = change.why;
    if (change.to != HealthLevel::Unknown)
        state.lastKnownLevel = change.to;
}

void applyLevelReason(FleetState& state, const LevelReasonChanged& change)
{
    if (change.service.empty())
        state.why = change.why;
    else
        editService(state, change.service, [&](ServiceState& service) { service.why = change.why; });
}

void applyRestart(FleetState& state, const ServiceRestarted& restart)
{
    for (auto& [name, feature] : state.features)
        if (feature->service == restart.service)
            feature.edit([](FeatureState& value) { value.lastInterval.reset(); });
}

void applyMode(FleetState& state, const ModeChanged& change)
{
    editFeature(state, change.feature, change.service, [&](FeatureState& feature) { feature.mode = change.to; });
}

void applyInterval(FleetState& state, const IntervalClosed& closed)
{
    const auto* policy = featurePolicy(state, closed.feature);
    editFeature(state, closed.feature, closed.service, [&](FeatureState& feature) {
        feature.lastInterval = closed.interval.n;
        if (policy && policy->traffic && feature.traffic.readAt)
            closeSpan(feature.traffic, policy->traffic->window);
    });
}

void applyDerivedRung(FleetState& state, const DerivedRungChanged& change)
{
    editFeature(state, change.feature, change.service, [&](FeatureState& feature) {
        feature.derivedRung = change.to;
        feature.derivedWhy = change.why;
    });
}

void applyCounts(FleetState& state, EndpointRef ref, const Reading& reading, SteadyTime at)
{
    const auto& service = serviceOf(*state.policy, ref);
    for (const auto& policy : state.policy->features) {
        if (!policy.traffic || policy.service != service.name
            || policy.traffic->source != sourceOf(*state.policy, ref).name || featureReading(state, policy.name))
            continue;
        std::vector<const ServedCount*> counts;
        for (const auto& count : reading.servedCounts)
            if (count.feature == policy.name)
                counts.push_back(&count);
        editFeature(state, policy.name, policy.service,
            [&](FeatureState& feature) { takeCounts(feature.traffic, counts, at, policy.traffic->window); });
    }
}

void applyKillSwitch(FleetState& state, const KillSwitchChanged& change)
{
    editFeature(state, change.feature, change.service, [&](FeatureState& feature) {
        feature.killed = change.engaged;
        feature.killCommand = change.engaged ? change.commandId : std::string{};
    });
}

} // namespace rungwatch::fleet
