// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/fit_reading.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/targets.h"
#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/document.h"
#include "rungwatch/formats/metrics_profiles.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// The service that a label names; empty where it names none, or the source's own.
std::string servedBy(
    const std::map<std::string, std::string>& labels, const SourcePolicy& source, const std::string& own)
{
    const auto found = labels.find(source.groupBy);
    if (found == labels.end())
        return {};
    auto name = asServiceName(found->second);
    return name == own ? std::string{} : name;
}

bool matches(const Sample& sample, const TrafficPolicy& traffic)
{
    return sample.name == traffic.metric
        && std::all_of(traffic.labels.begin(), traffic.labels.end(), [&](const auto& wanted) {
               const auto found = sample.labels.find(wanted.first);
               return found != sample.labels.end() && found->second == wanted.second;
           });
}

std::uint64_t seriesOf(const Sample& sample)
{
    std::uint64_t hash = fnv1a(sample.name);
    for (const auto& [name, value] : sample.labels)
        hash = fnv1a(value, fnv1a(name, hash));
    return hash & 0xffffffff; // enough to tell some hundred series apart, and short in the journal
}

void countTraffic(const FeaturePolicy& feature, Reading& reading)
{
    const auto& traffic = *feature.traffic;
    for (const auto& sample : reading.metrics->samples) {
        const auto rung = sample.labels.find(traffic.rungLabel);
        const auto count = formats::countOf(sample);
        if (rung == sample.labels.end() || !count || !matches(sample, traffic))
            continue;
        const auto name = traffic.rungs.find(rung->second);
        reading.servedCounts.push_back(
            {feature.name, name == traffic.rungs.end() ? rung->second : name->second, seriesOf(sample), *count});
    }
}

/// The headers of an answer that a feature gave: the age of what it serves.
void takeCacheAge(const FeaturePolicy& feature, Reading& reading)
{
    if (!reading.cacheAge)
        return;
    CacheReading cache;
    cache.name = feature.name;
    cache.feature = feature.name;
    cache.kind = "last_known_good";
    cache.age = reading.cacheAge->age;
    cache.maxAge = feature.cacheMaxAge;
    reading.caches.push_back(std::move(cache));
}

/// One breaker of several instances: its state where all agree, else how many are open.
void addInstance(BreakerReading& whole, const BreakerReading& one)
{
    const auto isOpen = [](const BreakerReading& breaker) {
        return breaker.state == breaker::Phase::Open || breaker.state == breaker::Phase::ForcedOpen;
    };
    if (!whole.instances) {
        whole.instances = 1;
        whole.openInstances = isOpen(whole) ? 1 : 0;
    }
    ++*whole.instances;
    *whole.openInstances += isOpen(one) ? 1 : 0;
    if (whole.state != one.state) {
        whole.state.reset();
        whole.other = OtherBreakerState::Mixed;
    }
    // A rate of several is no mean of theirs; counts add up.
    whole.failureRate.reset();
    whole.slowRate.reset();
    for (const auto& [name, count] : one.calls)
        whole.calls[name] += count;
}

void addBreaker(BreakerReading breaker, const std::string& service, Reading& reading)
{
    breaker.service = service;
    const auto same = std::find_if(reading.breakers.begin(), reading.breakers.end(),
        [&](const BreakerReading& other) { return other.name == breaker.name && other.service == service; });
    if (same == reading.breakers.end())
        reading.breakers.push_back(std::move(breaker));
    else
        addInstance(*same, breaker);
}

/// A server's series, by the service that each is about, and by its instances.
void groupSeries(const SourcePolicy& source, const std::string& own, Reading& reading)
{
    std::map<std::pair<std::string, std::string>, formats::Exposition> groups;
    std::size_t target = 0; // there is a component for each series named `up`, in the same order
    for (const auto& sample : reading.metrics->samples) {
        const auto service = servedBy(sample.labels, source, own);
        if (sample.name == "up" && target < reading.components.size())
            reading.components[target++].service = service;
        else
            groups[{service, formats::labelOf(sample, "instance")}].samples.push_back(sample);
    }
    for (const auto& [group, exposition] : groups) {
        Reading part;
        formats::applyMetricsProfiles(exposition, part);
        for (auto& breaker : part.breakers)
            addBreaker(std::move(breaker), group.first, reading);
        for (auto& component : part.components) {
            component.service = group.first;
            reading.components.push_back(std::move(component));
        }
    }
}

/// The server answers; what it says of others is theirs.
HealthLevel levelOfServer(const Reading& reading)
{
    // Targets without the label are the server's own business: one that is down leaves it degraded.
    const bool anyDown = std::any_of(reading.components.begin(), reading.components.end(), [](const Component& target) {
        return target.service.empty() && target.level != HealthLevel::Healthy && target.level != HealthLevel::Unknown;
    });
    return anyDown ? HealthLevel::Degraded : HealthLevel::Healthy;
}

void groupAlerts(const SourcePolicy& source, const std::string& own, Reading& reading)
{
    if (!reading.alerts)
        return;
    for (auto& alert : *reading.alerts) {
        alert.service = servedBy(alert.labels, source, own);
        alert.labels.clear();
    }
}

} // namespace

void fitReading(const Policy& policy, EndpointRef ref, Reading& reading)
{
    const auto& source = sourceOf(policy, ref);
    const auto& service = serviceOf(policy, ref);
    if (reading.metrics && source.kind == SourceKind::Metrics && source.preset != MetricsPreset::None)
        formats::applyMetricsPreset(nameOf(source.preset), reading);
    if (reading.metrics && source.kind == SourceKind::Prometheus)
        groupSeries(source, service.name, reading);
    groupAlerts(source, service.name, reading);
    if (source.kind == SourceKind::Prometheus || source.kind == SourceKind::Alertmanager)
        reading.level = levelOfServer(reading);
    for (const auto& feature : policy.features) {
        if (feature.service != service.name)
            continue;
        if (feature.traffic && feature.traffic->source == source.name && reading.metrics)
            countTraffic(feature, reading);
        if (feature.cacheSource == source.name)
            takeCacheAge(feature, reading);
    }
    if (reading.metrics)
        reading.metrics->samples.clear();
}

} // namespace rungwatch::fleet
