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
    if (!m_from)
        m_from = event.wall;
    m_to = event.wall;
    m_breakers.add(event, after);
    if (const auto* restarted = std::get_if<fleet::ServiceRestarted>(&event.body))
        ++m_lives[restarted->service];
    if (const auto* closed = std::get_if<fleet::IntervalClosed>(&event.body))
        close(*closed, event, after);
}

void Recorder::close(const fleet::IntervalClosed& closed, const fleet::Event& event, const fleet::FleetState& after)
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
    // Its own clock may run at another rate than the calendar: an interval begins where the one before it ended.
    const auto from = feature.intervals.empty() ? event.wall : feature.intervals.back().to;
    feature.intervals.push_back({m_lives[closed.service], said.n, from, event.wall, closed.mode,
        {said.error, said.p95, said.requests, said.quotaSpent.value_or(false)},
        said.length.value_or(feature.controller.interval), wholes(said.served), limitsOf(after, closed.service)});
}

namespace {

/// Of several that one answer told of, each has its part of the time since the answer before.
void spread(std::vector<RecordedInterval>& intervals)
{
    for (std::size_t first = 0; first < intervals.size();) {
        auto next = first + 1;
        while (next < intervals.size() && intervals[next].to == intervals[first].to)
            ++next;
        const auto from = intervals[first].from;
        const auto part = (intervals[first].to - from) / static_cast<std::int64_t>(next - first);
        for (auto i = first; i < next; ++i) {
            intervals[i].from = from + part * static_cast<std::int64_t>(i - first);
            if (i + 1 < next)
                intervals[i].to = from + part * static_cast<std::int64_t>(i - first + 1);
        }
        first = next;
    }
}

} // namespace

Recording Recorder::take()
{
    Recording recording;
    for (auto& [name, feature] : m_features) {
        auto& intervals = feature.intervals;
        // The first has none before it: it is taken for as long as the second.
        if (intervals.size() > 1)
            intervals.front().from = std::max(
                m_from.value_or(intervals.front().to), intervals.front().to - (intervals[1].to - intervals.front().to));
        spread(intervals);
        recording.features.push_back(std::move(feature));
    }
    m_features.clear();
    recording.breakers = m_breakers.take();
    recording.from = m_from.value_or(WallTime{});
    recording.to = m_to;
    return recording;
}

} // namespace rungwatch::lab
