// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/recording.h"

#include "rungwatch/fleet/snapshot.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

std::int64_t whole(std::uint64_t count)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(count, 2'147'483'647));
}

std::map<std::string, std::int64_t> wholes(const std::map<std::string, std::uint64_t>& counts)
{
    std::map<std::string, std::int64_t> out;
    for (const auto& [name, count] : counts)
        out[name] = whole(count);
    return out;
}

const fleet::FeaturePolicy* policyOf(const fleet::FleetState& state, const std::string& feature)
{
    const auto& features = state.policy->features;
    const auto found = std::ranges::find(features, feature, &fleet::FeaturePolicy::name);
    return found == features.end() ? nullptr : &*found;
}

ModeController::Options controllerOf(const ControllerReading& said, const fleet::FeaturePolicy* policy)
{
    auto options = policy ? policy->modeController : ModeController::Options{};
    options.maxError = said.maxError.value_or(options.maxError);
    if (said.maxP95)
        options.maxP95 = said.maxP95;
    options.hold = static_cast<std::uint32_t>(std::min<std::uint64_t>(said.hold.value_or(options.hold), 1'000));
    options.minRequests = said.minRequests.value_or(options.minRequests);
    return options;
}

/// The capacities stand in the same document as the feature.
std::map<std::string, std::int64_t> limitsOf(const fleet::FleetState& state, const std::string& service)
{
    std::map<std::string, std::int64_t> limits;
    const auto source = fleet::telemetryOf(state, service);
    if (!source)
        return limits;
    for (const auto& capacity : state.endpoints[*source]->reading->capacities)
        if (capacity.limitPerInterval)
            limits[capacity.name] = whole(*capacity.limitPerInterval);
    return limits;
}

} // namespace

void Recorder::add(const fleet::Event& event, const fleet::FleetState& after)
{
    if (const auto* restarted = std::get_if<fleet::ServiceRestarted>(&event.body))
        ++m_lives[restarted->service];
    if (const auto* closed = std::get_if<fleet::IntervalClosed>(&event.body))
        close(*closed, after);
}

void Recorder::close(const fleet::IntervalClosed& closed, const fleet::FleetState& after)
{
    auto& feature = m_features[{closed.service, closed.feature}];
    const auto* policy = policyOf(after, closed.feature);
    feature.name = closed.feature;
    feature.service = closed.service;
    if (policy) {
        feature.criticality = policy->criticality;
        feature.required = policy->required;
    }
    if (const auto* reading = fleet::featureReading(after, closed.feature)) {
        feature.ladder = reading->ladder;
        feature.controller = controllerOf(reading->controller, policy);
    }
    const auto& said = closed.interval;
    feature.intervals.push_back({m_lives[closed.service], said.n, closed.mode,
        {said.error, said.p95, said.requests, said.quotaSpent.value_or(false)}, wholes(said.served),
        limitsOf(after, closed.service)});
}

Recording Recorder::take()
{
    Recording recording;
    for (auto& [name, feature] : m_features)
        recording.features.push_back(std::move(feature));
    m_features.clear();
    return recording;
}

} // namespace rungwatch::lab
