// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/rungwatch_telemetry.h"

#include "rungwatch/formats/level_words.h"
#include "rungwatch/formats/telemetry_feature.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

Instance instanceFrom(const JsonValue* root)
{
    Instance instance;
    instance.service = textAt(root, "service");
    instance.name = textAt(root, "instance");
    instance.observedAt = timeAt(root, "observed_at");
    instance.uptime = durationAt(root, "uptime_s");
    const auto* clock = objectAt(root, "clock");
    // A rate of 0 or less would stop or turn back every countdown: it is not said then, and real time holds.
    if (const auto rate = numberAt(clock, "rate"); rate && *rate > 0)
        instance.rate = Percent::from(*rate * 100).value_or(instance.rate);
    instance.scenario = durationAt(clock, "scenario_s");
    return instance;
}

std::optional<breaker::Phase> phaseFrom(const std::string& word)
{
    const auto plain = normalisedWord(word);
    for (const auto name : enumNames(breaker::Phase{}))
        if (normalisedWord(name) == plain)
            return enumFromName<breaker::Phase>(name);
    return std::nullopt;
}

BreakerReading breakerFrom(const JsonValue& entry, Reading& reading)
{
    BreakerReading breaker;
    const auto word = textAt(&entry, "state");
    breaker.state = phaseFrom(word);
    if (!breaker.state && !word.empty())
        flag(reading, "unknown-word");
    breaker.failureRate = percentAt(&entry, "failure_rate_pct");
    breaker.slowRate = percentAt(&entry, "slow_rate_pct");
    const auto* trip = objectAt(&entry, "trip");
    breaker.tripRate = percentAt(trip, "failure_rate_pct");
    breaker.minCalls = countAt(trip, "min_calls");
    breaker.window = durationAt(objectAt(&entry, "window"), "seconds");
    breaker.calls = countsAt(&entry, "calls");
    breaker.opened = countAt(&entry, "opened");
    breaker.since = durationAt(&entry, "since_s");
    breaker.outageSince = durationAt(&entry, "outage_since_s");
    breaker.nextProbeIn = durationAt(&entry, "next_probe_in_s");
    return breaker;
}

CapacityReading capacityFrom(const JsonValue& entry)
{
    return {{}, countAt(&entry, "limit_per_interval"), countsAt(&entry, "used"), countAt(&entry, "overflow")};
}

CacheReading cacheFrom(const JsonValue& entry)
{
    CacheReading cache;
    cache.feature = textAt(&entry, "feature");
    cache.kind = textAt(&entry, "kind");
    cache.age = durationAt(&entry, "age_s");
    cache.maxAge = durationAt(&entry, "max_age_s");
    cache.entries = countAt(&entry, "entries");
    cache.hits = countAt(&entry, "hits");
    cache.misses = countAt(&entry, "misses");
    cache.staleServed = countAt(&entry, "stale_served");
    return cache;
}

/// Events without a number can't be told from one another: they are left out. Sorted, since order is not promised.
std::vector<ReportedEvent> eventsFrom(const JsonValue* root)
{
    std::vector<ReportedEvent> events;
    for (const auto& entry : listAt(root, "events")) {
        const auto seq = countAt(&entry, "seq");
        if (!seq)
            continue;
        events.push_back({*seq, timeAt(&entry, "at"), textAt(&entry, "kind"), textAt(&entry, "name"),
            textAt(&entry, "from"), textAt(&entry, "to"), textAt(&entry, "cause")});
    }
    std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.seq < b.seq; });
    return events;
}

/// The entries of one list, each under its own name.
template <class Make> auto named(const JsonValue* root, std::string_view list, Make make)
{
    std::vector<decltype(make(*root))> parts;
    EntryNames names;
    const auto& entries = listAt(root, list);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        parts.push_back(make(entries[i]));
        parts.back().name = names.of(textAt(&entries[i], "name"), i);
    }
    return parts;
}

std::optional<Error> sizeFault(const JsonValue* root)
{
    for (const auto list : {"breakers", "features", "capacities", "caches", "events"})
        if (listAt(root, list).size() > maxComponents)
            return Error{"too-large", "more than 5000 entries", std::string("/") + list};
    return std::nullopt;
}

std::optional<Error> versionFault(const JsonValue* root)
{
    const auto version = countAt(root, "version");
    if (version == std::uint64_t{1})
        return std::nullopt;
    return Error{"unknown-format",
        version ? "telemetry version " + std::to_string(*version) + ", expected 1" : "no telemetry version, expected 1",
        "/version"};
}

} // namespace

bool looksLikeTelemetry(const Document& document)
{
    const auto& root = document.root;
    if (!root.isObject())
        return false;
    return document.header("content-type").starts_with("application/vnd.rungwatch.resilience+json")
        || (root.has("version") && root.has("service") && root.has("instance") && root.has("observed_at"));
}

Result<Reading> readTelemetry(const Document& document)
{
    const auto* root = &document.root;
    if (auto fault = versionFault(root))
        return *fault;
    if (auto fault = sizeFault(root))
        return *fault;

    Reading reading;
    reading.format = "rungwatch-telemetry";
    reading.flags = document.flags;
    reading.instance = instanceFrom(root);
    const auto* health = objectAt(root, "health");
    reading.message = textAt(health, "message");
    if (const auto word = textAt(health, "status"); !word.empty()) {
        const auto own = enumFromName<HealthLevel>(normalisedWord(word));
        const auto level = own && *own != HealthLevel::Unknown ? LevelWord{*own} : generalLevel(word);
        reading.level = level.level == HealthLevel::Unknown ? HealthLevel::Degraded : level.level;
        if (level.unknownWord)
            flag(reading, "unknown-word");
    }
    reading.breakers = named(root, "breakers", [&](const JsonValue& entry) { return breakerFrom(entry, reading); });
    reading.features = named(root, "features", [&](const JsonValue& entry) { return featureFrom(entry, reading); });
    reading.capacities = named(root, "capacities", capacityFrom);
    reading.caches = named(root, "caches", cacheFrom);
    reading.events = eventsFrom(root);
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
