// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/targets.h"
#include "rungwatch/formats/document.h"
#include "rungwatch/formats/metrics_profiles.h"
#include "rungwatch/timeline/prometheus_series.h"
#include "rungwatch/timeline/source_text.h"

#include <algorithm>
#include <set>

namespace rungwatch::timeline {

namespace {

using formats::Exposition;

/// A counter from one moment to the next. One that fell began anew; one that was not there before says nothing yet.
std::optional<std::uint64_t> risen(const Series& series, std::optional<WallTime> before, WallTime now)
{
    const auto is = series.valueAt(now);
    const auto was = before ? series.valueAt(*before) : std::nullopt;
    if (!is || !was || !(*is >= 0 && *is < 1e18) || !(*was >= 0))
        return std::nullopt;
    return static_cast<std::uint64_t>(*is >= *was ? *is - *was : *is);
}

Duration latencyOf(const Series& series, double value)
{
    const bool milliseconds =
        series.name.find("_ms") != std::string::npos || series.name.find("millisecond") != std::string::npos;
    return fromSeconds(milliseconds ? value / 1000 : value);
}

RungKind kindOfRung(const std::string& name)
{
    // A name that tells no kind is some other way to serve than the first one.
    return enumFromName<RungKind>(name).value_or(RungKind::Secondary);
}

/// The series of one service, and what they say together at each moment.
class Service {
public:
    /// `owners`: the service that each feature's name belongs to.
    Service(std::string name, std::map<std::string, std::string>& owners)
        : m_name(std::move(name))
        , m_owners(owners)
    {
    }

    void take(const Series* series)
    {
        m_series.push_back(series);
        if (series->role == SeriesRole::Profile)
            m_instances.insert(series->label("instance"));
        if (const auto feature = featureOf(*series); !feature.empty())
            m_features[feature].push_back(series);
    }

    [[nodiscard]] Reading readingAt(WallTime at, std::optional<WallTime> before)
    {
        Reading reading;
        reading.format = "prometheus-api";
        addTargets(at, reading);
        addProfiles(at, reading);
        for (const auto& [name, series] : m_features)
            addFeature(name, series, at, before, reading);
        reading.level = levelOf(reading);
        return reading;
    }

private:
    [[nodiscard]] std::string featureOf(const Series& series) const
    {
        auto feature = series.label("feature");
        if (feature.empty() && series.role == SeriesRole::Rung)
            feature = series.name;
        const bool tells =
            series.role == SeriesRole::Rung || series.role == SeriesRole::Latency || series.role == SeriesRole::Errors;
        if (!tells || feature.empty())
            return {};
        // Of two services that call a feature the same, the second one's has the service's name with it.
        const bool own = m_owners.emplace(feature, m_name).first->second == m_name;
        return fleet::asServiceName(own ? feature : feature + " (" + m_name + ")");
    }

    void addTargets(WallTime at, Reading& reading) const
    {
        for (const auto* series : m_series) {
            const auto value = series->valueAt(at);
            if (!value)
                continue;
            Component part;
            if (series->role == SeriesRole::Up) {
                part.name = series->label("instance");
                part.level = *value == 1 ? HealthLevel::Healthy
                    : *value == 0        ? HealthLevel::Unavailable
                                         : HealthLevel::Unknown;
            } else if (series->role == SeriesRole::Latency && series->label("feature").empty()) {
                part.name = series->shown();
                part.latency = latencyOf(*series, *value);
            } else
                continue;
            reading.components.push_back(std::move(part));
        }
    }

    void addProfiles(WallTime at, Reading& reading) const
    {
        for (const auto& instance : m_instances) {
            Exposition exposition;
            for (const auto* series : m_series)
                if (series->role == SeriesRole::Profile && series->label("instance") == instance && series->valueAt(at))
                    exposition.samples.push_back(series->sampleAt(at));
            Reading part;
            formats::applyMetricsProfiles(exposition, part);
            const auto suffix = m_instances.size() > 1 && !instance.empty() ? " on " + instance : std::string();
            for (auto& breaker : part.breakers) {
                breaker.name = fleet::asServiceName(breaker.name + suffix);
                reading.breakers.push_back(std::move(breaker));
            }
            for (auto& component : part.components) {
                component.name += suffix;
                reading.components.push_back(std::move(component));
            }
        }
    }

    void addFeature(const std::string& name, const std::vector<const Series*>& all, WallTime at,
        std::optional<WallTime> before, Reading& reading)
    {
        FeatureReading feature;
        feature.name = name;
        IntervalReading interval;
        bool said = false;
        for (const auto* series : all) {
            const auto value = series->valueAt(at);
            if (series->role == SeriesRole::Rung) {
                const auto rung = series->label("rung").empty() ? series->label("served_by") : series->label("rung");
                if (std::none_of(feature.ladder.begin(), feature.ladder.end(),
                        [&](const RungReading& other) { return other.name == rung; }))
                    feature.ladder.push_back({rung, kindOfRung(rung), {}});
                if (const auto more = risen(*series, before, at)) {
                    interval.served[rung] += *more;
                    interval.requests = interval.requests.value_or(0) + *more;
                    said = true;
                }
            } else if (value && series->role == SeriesRole::Latency) {
                interval.p95 = latencyOf(*series, *value);
                said = true;
            } else if (value && series->role == SeriesRole::Errors) {
                const bool ratio = series->name.find("ratio") != std::string::npos;
                interval.error = Percent::from(ratio ? *value * 100 : *value);
                said = true;
            }
        }
        std::stable_sort(feature.ladder.begin(), feature.ladder.end(),
            [](const RungReading& a, const RungReading& b) { return a.kind < b.kind; });
        if (said && before) {
            interval.n = ++m_intervals[name];
            interval.endedAt = at;
            interval.length = at - *before;
            feature.intervals.push_back(std::move(interval));
        }
        reading.features.push_back(std::move(feature));
    }

    /// As Prometheus' `up` has it; else by the breakers, else by that there are figures at all.
    [[nodiscard]] static std::optional<HealthLevel> levelOf(const Reading& reading)
    {
        auto level = formats::levelOf(reading.components);
        for (const auto& breaker : reading.breakers)
            if (breaker.state || breaker.other) {
                const bool shut = breaker.state && *breaker.state != breaker::Phase::Closed
                    && *breaker.state != breaker::Phase::Disabled;
                level =
                    worse(level.value_or(HealthLevel::Healthy), shut ? HealthLevel::Degraded : HealthLevel::Healthy);
            }
        const bool figures = std::any_of(reading.features.begin(), reading.features.end(),
            [](const FeatureReading& feature) { return !feature.intervals.empty(); });
        return level || !figures ? level : HealthLevel::Healthy;
    }

    std::string m_name;
    std::map<std::string, std::string>& m_owners;
    std::vector<const Series*> m_series;
    std::set<std::string> m_instances;
    std::map<std::string, std::vector<const Series*>> m_features;
    std::map<std::string, std::uint64_t> m_intervals;
};

/// A hole in the middle of the range: nothing was scraped, or the query's step left it out.
void noteHoles(const std::set<WallTime>& moments, ForeignTimeline& timeline)
{
    if (moments.size() < 3)
        return;
    Duration step = Duration::max();
    for (auto at = std::next(moments.begin()); at != moments.end(); ++at)
        step = std::min<Duration>(step, *at - *std::prev(at));
    for (auto at = std::next(moments.begin()); at != moments.end(); ++at)
        if (*at - *std::prev(at) > step * 3)
            timeline.add(
                {.at = *at, .text = "no series has a value between this and the moment before", .afterGap = true});
}

} // namespace

Result<ForeignTimeline> readPrometheusTimeline(std::string_view bytes)
{
    const auto root = rootOf(bytes);
    if (!root)
        return root.error();
    ForeignTimeline timeline;
    timeline.source = "prometheus";
    timeline.name = "Prometheus";
    const auto all = seriesOf(*root, timeline);
    if (!all)
        return all.error();
    std::map<std::string, Service> services;
    std::map<std::string, std::string> owners;
    std::set<WallTime> moments;
    for (const auto& series : *all) {
        const auto name = timeline.addService(series.service);
        services.try_emplace(name, name, owners).first->second.take(&series);
        for (const auto& [at, value] : series.points)
            moments.insert(at);
    }
    noteHoles(moments, timeline);
    std::optional<WallTime> before;
    for (const auto at : moments) {
        for (const auto& name : timeline.services)
            timeline.add({.at = at,
                .kind = ForeignEvent::Kind::Reading,
                .service = name,
                .reading = services.at(name).readingAt(at, before)});
        before = at;
    }
    return finished(std::move(timeline));
}

} // namespace rungwatch::timeline
