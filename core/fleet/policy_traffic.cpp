// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// The members of an object of texts.
std::map<std::string, std::string> readTexts(StrictObject& parent, std::string_view key, Faults& faults)
{
    std::map<std::string, std::string> texts;
    const auto* value = parent.object(key, false);
    if (!value)
        return texts;
    StrictObject object(*value, parent.pointerTo(key), faults);
    for (const auto& member : value->members)
        texts.insert_or_assign(member.key, object.text(member.key));
    return texts;
}

bool hasCounters(SourceKind kind)
{
    return kind == SourceKind::Metrics || kind == SourceKind::Prometheus;
}

/// The source that has the counters: the one that is named, else the service's first with any.
std::string readCounterSource(StrictObject& object, const ServicePolicy* service)
{
    const auto name = object.text("source", std::string{});
    const auto* const sources = service ? &service->sources : nullptr;
    const auto fits = [&](const SourcePolicy& source) {
        return hasCounters(source.kind) && (name.empty() || source.name == name);
    };
    const auto found = sources ? std::find_if(sources->begin(), sources->end(), fits) : decltype(sources->end()){};
    if (sources && found != sources->end())
        return found->name;
    if (object.has("source"))
        object.fault("source",
            "expected a metrics or prometheus source of this feature's service, found \"" + name + "\"",
            "unknown-source");
    else
        object.fault("", "expected a metrics or prometheus source in this feature's service", "unknown-source");
    return name;
}

void checkRungs(StrictObject& object, const TrafficPolicy& traffic, const Ladder& ladder)
{
    for (const auto& [value, rung] : traffic.rungs)
        if (!ladder.rungs.empty() && !ladder.indexOf(rung))
            object.fault(
                "rungs", "expected a rung of this feature's ladder for \"" + value + "\", found \"" + rung + "\"");
}

} // namespace

std::optional<TrafficPolicy> readTraffic(
    StrictObject& feature, const Ladder& ladder, const ServicePolicy* service, Faults& faults)
{
    const auto* value = feature.object("traffic", false);
    if (!value)
        return std::nullopt;
    StrictObject object(*value, feature.pointerTo("traffic"), faults);
    TrafficPolicy traffic;
    for (const auto& [key, text] :
        {std::pair<const char*, std::string*>{"metric", &traffic.metric}, {"rung_label", &traffic.rungLabel}}) {
        *text = object.text(key);
        if (object.has(key) && text->empty())
            object.fault(key, "expected a name");
    }
    traffic.labels = readTexts(object, "labels", faults);
    traffic.source = readCounterSource(object, service);
    traffic.window = object.seconds("window_s", 1s, 24h, traffic.window);
    traffic.rungs = readTexts(object, "rungs", faults);
    checkRungs(object, traffic, ladder);
    object.finish();
    return traffic;
}

void readCache(StrictObject& object, const ServicePolicy* service, FeaturePolicy& feature, Faults& faults)
{
    const auto* value = object.object("cache", false);
    if (!value)
        return;
    StrictObject cache(*value, object.pointerTo("cache"), faults);
    feature.cacheMaxAge = cache.seconds("max_age_s", 0s, 24h * 30, Duration{120s});
    feature.cacheSource = cache.text("source", std::string{});
    const bool there = service
        && std::any_of(service->sources.begin(), service->sources.end(),
            [&](const SourcePolicy& source) { return source.name == feature.cacheSource; });
    if (cache.has("source") && !there)
        cache.fault("source", "expected a source of this feature's service, found \"" + feature.cacheSource + "\"",
            "unknown-source");
    cache.finish();
}

} // namespace rungwatch::fleet
