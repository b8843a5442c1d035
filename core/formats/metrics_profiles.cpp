// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/metrics_profiles.h"

#include "rungwatch/formats/breaker_words.h"

#include <algorithm>
#include <cmath>

namespace rungwatch::formats {

namespace {

struct Profile {
    std::string_view name;
    bool (*apply)(const std::vector<Sample>&, ProfileOutput&);
};

/// The first that finds its own names the reading's profile; all add what they find.
constexpr Profile profiles[]{
    {"resilience4j", applyResilience4jMetrics},
    {"envoy", applyEnvoyMetrics},
    {"istio", applyIstioMetrics},
    {"haproxy", applyHaproxyMetrics},
    {"blackbox", applyBlackboxMetrics},
    {"opossum-prometheus", applyOpossumMetrics},
    {"polly", applyPollyMetrics},
    {"fault-tolerance", applyFaultToleranceMetrics},
};

/// OpenMetrics' own way to publish a state: a label named as its family, 1 for the present one.
void applyStateSets(const Exposition& exposition, ProfileOutput& out)
{
    StateSeries states;
    for (const auto& sample : exposition.samples) {
        const auto type = exposition.types.find(sample.name);
        if (type == exposition.types.end() || type->second != "stateset")
            continue;
        const auto word = labelOf(sample, sample.name);
        if (!breakerWord(word).known())
            continue;
        std::string name = labelOf(sample, "name");
        for (const auto& [key, value] : sample.labels)
            if (name.empty() && key != sample.name)
                name = value;
        states.add(name.empty() ? sample.name : name, word, sample.value);
    }
    states.apply(out);
}

/// From the breakers whose state is published; a state that nobody publishes says nothing about the service.
std::optional<HealthLevel> levelOfKnown(const std::vector<BreakerReading>& breakers)
{
    std::vector<BreakerReading> known;
    std::copy_if(breakers.begin(), breakers.end(), std::back_inserter(known),
        [](const BreakerReading& breaker) { return breaker.state || breaker.other; });
    return levelOf(known);
}

/// The worst of what was found says how the service is.
void addLevel(Reading& reading)
{
    auto level = reading.level;
    for (const auto& found : {levelOfKnown(reading.breakers), levelOf(reading.components)})
        if (found)
            level = level ? worse(*level, *found) : *found;
    reading.level = level;
}

/// opossum's exporter is a package of its own.
std::string_view profileOf(std::string_view preset)
{
    return preset == "opossum" ? "opossum-prometheus" : preset;
}

} // namespace

BreakerReading& ProfileOutput::breaker(const std::string& name)
{
    const auto [place, isNew] = places.try_emplace(name, reading.breakers.size());
    if (isNew)
        reading.breakers.emplace_back().name = name;
    return reading.breakers[place->second];
}

std::string labelOf(const Sample& sample, const std::string& name)
{
    const auto found = sample.labels.find(name);
    return found == sample.labels.end() ? std::string() : found->second;
}

std::optional<std::uint64_t> countOf(const Sample& sample)
{
    if (!(sample.value >= 0 && sample.value < 1e18))
        return std::nullopt;
    return static_cast<std::uint64_t>(sample.value);
}

void StateSeries::add(const std::string& breaker, const std::string& word, double value)
{
    const auto [entry, isNew] = m_present.try_emplace(breaker);
    if (isNew)
        m_order.push_back(breaker);
    if (value == 1)
        entry->second.push_back(word);
}

void StateSeries::apply(ProfileOutput& out) const
{
    for (const auto& name : m_order) {
        auto& breaker = out.breaker(name);
        const auto& present = m_present.at(name);
        if (present.size() == 1)
            setState(breaker, breakerWord(present.front()), out.reading);
    }
}

void applyMetricsProfiles(const Exposition& exposition, Reading& reading)
{
    reading.profile = "none";
    ProfileOutput out{reading};
    for (const auto& profile : profiles)
        if (profile.apply(exposition.samples, out) && reading.profile == "none")
            reading.profile = profile.name;
    applyStateSets(exposition, out);
    addLevel(reading);
}

void applyMetricsPreset(std::string_view preset, Reading& reading)
{
    const auto* profile = std::find_if(std::begin(profiles), std::end(profiles),
        [&](const Profile& candidate) { return candidate.name == profileOf(preset); });
    if (profile == std::end(profiles) || !reading.metrics)
        return;
    reading.breakers.clear();
    reading.components.clear();
    reading.level.reset();
    reading.profile = profile->name;
    ProfileOutput out{reading};
    profile->apply(reading.metrics->samples, out);
    if (preset == "istio") // its sidecars are Envoys
        applyEnvoyMetrics(reading.metrics->samples, out);
    addLevel(reading);
}

} // namespace rungwatch::formats
