// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/expectation.h"

#include "rungwatch/base/codec.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rungwatch::formats {

namespace {

using Json = nlohmann::ordered_json;

std::string upper(std::string_view word)
{
    std::string text(word);
    for (auto& c : text)
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    return text;
}

std::string timeText(WallTime at)
{
    auto text = rfc3339(at);
    if (text.ends_with(".000Z"))
        text.replace(text.size() - 5, 5, "Z");
    return text;
}

/// Seconds, whole where they are.
Json secondsOf(Duration value)
{
    constexpr std::int64_t second = 1'000'000'000;
    if (value.count() % second == 0)
        return value.count() / second;
    return static_cast<double>(value.count()) / 1e9;
}

void put(Json& to, const char* key, const std::string& text)
{
    if (!text.empty())
        to[key] = text;
}
void put(Json& to, const char* key, const std::vector<std::string>& list)
{
    if (!list.empty())
        to[key] = list;
}
void put(Json& to, const char* key, const std::optional<Duration>& value)
{
    if (value)
        to[key] = secondsOf(*value);
}
void put(Json& to, const char* key, const std::optional<WallTime>& value)
{
    if (value)
        to[key] = timeText(*value);
}
template <class T> void put(Json& to, const char* key, const std::optional<T>& value)
{
    if (value)
        to[key] = *value;
}

Json componentsOf(const Reading& reading)
{
    auto list = Json::array();
    for (const auto& component : reading.components)
        list.push_back({{"name", component.name}, {"level", upper(nameOf(component.level))}});
    return list;
}

Json criticalOf(const Reading& reading)
{
    auto list = Json::array();
    for (const auto& component : reading.components)
        if (component.critical)
            list.push_back(component.name);
    return list;
}

std::string stateOf(const BreakerReading& breaker)
{
    return upper(breaker.other ? nameOf(*breaker.other) : breaker.state ? nameOf(*breaker.state) : "unknown");
}

Json breakersOf(const Reading& reading)
{
    auto list = Json::array();
    for (const auto& breaker : reading.breakers) {
        Json entry{{"name", breaker.name}, {"state", stateOf(breaker)}};
        put(entry, "inferred_from", breaker.inferredFrom);
        put(entry, "instances", breaker.instances);
        put(entry, "open_instances", breaker.openInstances);
        list.push_back(std::move(entry));
    }
    return list;
}

Json cacheOf(const CacheAge& cache)
{
    Json entry;
    entry["age_s"] = cache.age ? secondsOf(*cache.age) : Json(nullptr);
    put(entry, "from", cache.from);
    put(entry, "hit", cache.hit);
    put(entry, "fresh", cache.fresh);
    put(entry, "max_age_s", cache.maxAge);
    put(entry, "stale_if_error_s", cache.staleIfError);
    put(entry, "stale_while_revalidate_s", cache.staleWhileRevalidate);
    put(entry, "ttl_s", cache.ttl);
    put(entry, "limit_s", cache.limit);
    put(entry, "usable", cache.usable);
    return entry;
}

std::string valueText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "-Inf";
    return Json(value).dump();
}

void putMetrics(Json& to, const MetricsReading& metrics)
{
    to["samples"] = metrics.samples.size();
    put(to, "eof", metrics.eof);
    put(to, "result_type", metrics.resultType);
    put(to, "series", metrics.series);
    put(to, "points_each", metrics.pointsEach);
    put(to, "warnings", metrics.warnings);
    auto values = Json::object();
    auto texts = Json::array();
    // A matrix has many points for one series: none of them is its value.
    if (metrics.resultType != "matrix") {
        for (const auto& sample : metrics.samples) {
            const auto text = valueText(sample.value);
            // One label tells the series of a query apart; it goes by that label's value.
            const bool byLabel = !metrics.resultType.empty() && sample.labels.size() == 1;
            const auto name = byLabel ? sample.labels.begin()->second : seriesText(sample);
            values[name] = std::isfinite(sample.value) ? Json(sample.value) : Json(text);
            texts.push_back(text);
        }
        to["values"] = std::move(values);
    }
    if (metrics.resultType == "vector" || metrics.resultType == "scalar")
        to["values_text"] = std::move(texts);
}

void putStream(Json& to, const StreamReading& stream)
{
    to["events"] = stream.events;
    put(to, "pings", stream.pings);
    put(to, "threadpools", stream.threadPools);
    put(to, "first_utc", stream.firstAt);
    put(to, "last_utc", stream.lastAt);
}

Json incidentOf(const IncidentReading& incident)
{
    Json entry{{"name", incident.name}};
    put(entry, "impact", incident.impact);
    put(entry, "status", incident.status);
    entry["updates"] = incident.updates.size();
    entry["resolved"] = incident.resolved;
    if (incident.maintenance)
        entry["maintenance"] = true;
    put(entry, "start_utc", incident.startedAt);
    put(entry, "end_utc", incident.endedAt);
    return entry;
}

void putIncidents(Json& to, const std::vector<IncidentReading>& incidents)
{
    auto& list = to["incidents"] = Json::array();
    for (const auto& incident : incidents)
        list.push_back(incidentOf(incident));
    if (incidents.size() != 1)
        return;
    put(to, "start_utc", incidents.front().startedAt);
    put(to, "end_utc", incidents.front().endedAt);
    to["resolved"] = incidents.front().resolved;
}

/// Moves of components by themselves; everything else that a source tells of the past is counted.
void putTimeline(Json& to, const std::vector<TimelineEntry>& timeline)
{
    std::uint64_t events = 0;
    for (const auto& entry : timeline) {
        if (entry.kind != "component") {
            ++events;
            continue;
        }
        Json step{{"component", entry.name}};
        put(step, "at_utc", entry.at);
        if (entry.level)
            step["level"] = upper(nameOf(*entry.level));
        to["timeline"].push_back(std::move(step));
    }
    if (events == 0)
        return;
    to["events"] = events;
    put(to, "first_utc", timeline.front().at);
    put(to, "last_utc", timeline.back().at);
}

void putAlerts(Json& to, const std::vector<AlertReading>& alerts)
{
    auto& list = to["alerts"] = Json::array();
    for (const auto& alert : alerts) {
        Json entry{{"name", alert.name}};
        put(entry, "state", alert.state);
        put(entry, "severity", alert.severity);
        put(entry, "starts_at", alert.startsAt);
        list.push_back(std::move(entry));
    }
}

Json flagOf(const FlagReading& flag)
{
    Json entry{{"key", flag.key}};
    put(entry, "state", flag.state);
    put(entry, "enabled", flag.enabled);
    if (!flag.state.empty())
        entry["default"] = flag.defaultVariant ? Json(*flag.defaultVariant) : Json(nullptr);
    if (!flag.reason.empty() || !flag.value.empty())
        entry["value"] = flag.value.empty() ? Json(nullptr) : Json::parse(flag.value, nullptr, false);
    put(entry, "reason", flag.reason);
    put(entry, "variant", flag.variant);
    if (flag.useCodeDefault)
        entry["use_code_default"] = true;
    put(entry, "error", flag.error);
    return entry;
}

void putFlags(Json& to, const std::vector<FlagReading>& flags)
{
    to["flags_count"] = flags.size();
    auto& list = to["flag_list"] = Json::array();
    for (const auto& flag : flags) {
        list.push_back(flagOf(flag));
        if (flag.error == "bad-flag")
            to["bad_flags"].push_back(flag.key);
    }
    if (flags.size() == 1)
        to["flag"] = list.front();
}

} // namespace

std::string seriesText(const Sample& sample)
{
    std::string text = sample.name;
    for (const auto& [key, value] : sample.labels) {
        text += text.size() == sample.name.size() ? "{" : ",";
        text += key + "=\"";
        for (const char c : value)
            text += c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
        text += '"';
    }
    return sample.labels.empty() ? text : text + "}";
}

std::string expectationJson(const Reading& reading)
{
    Json out;
    put(out, "format", reading.format);
    out["level"] = reading.level ? Json(upper(nameOf(*reading.level))) : Json(nullptr);
    put(out, "message", reading.message);
    out["components"] = componentsOf(reading);
    out["components_count"] = reading.components.size();
    out["critical"] = criticalOf(reading);
    out["breakers"] = breakersOf(reading);
    out["flags"] = reading.flags;
    out["cache"] = reading.cacheAge ? cacheOf(*reading.cacheAge) : Json(nullptr);
    if (reading.notModified)
        out["not_modified"] = true;
    if (!reading.degradedFeatures.empty() || reading.format == "seed-response")
        out["degraded_features"] = reading.degradedFeatures;
    put(out, "rung", reading.rung);
    put(out, "groups", reading.groups);
    if (reading.total)
        out["total_ms"] = static_cast<double>(reading.total->count()) / 1e6;
    put(out, "errors", reading.errors);
    put(out, reading.format == "breaker-json" ? "encoding" : "profile", reading.profile);
    put(out, "accepted", reading.accepted);
    put(out, "revision", reading.revision);
    if (reading.metrics)
        putMetrics(out, *reading.metrics);
    putTimeline(out, reading.timeline);
    if (reading.stream)
        putStream(out, *reading.stream);
    if (reading.alerts)
        putAlerts(out, *reading.alerts);
    putIncidents(out, reading.incidents);
    putFlags(out, reading.flagList);
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace rungwatch::formats
