// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/resilience4j_events.h"

#include "rungwatch/base/codec.h"
#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/incident_list.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Java writes the zone's name behind the offset: "+05:30[Asia/Kolkata]". The offset is what counts.
std::optional<WallTime> zonedTime(const std::string& text)
{
    return fromRfc3339(std::string_view(text).substr(0, text.find('[')));
}

/// "OPEN_TO_HALF_OPEN": split at the last `_TO_` that leaves two known states, as both may hold underscores.
void splitTransition(std::string_view text, TimelineEntry& entry)
{
    for (auto at = text.rfind("_TO_"); at != std::string_view::npos && at > 0; at = text.rfind("_TO_", at - 1)) {
        const auto from = text.substr(0, at);
        const auto to = text.substr(at + 4);
        if (!breakerWord(from).known() || !breakerWord(to).known())
            continue;
        entry.from = from;
        entry.to = to;
        return;
    }
}

TimelineEntry entryFrom(const JsonValue& event)
{
    TimelineEntry entry;
    entry.at = zonedTime(textAt(&event, "creationTime"));
    entry.kind = textAt(&event, "type");
    entry.name = textAt(&event, "circuitBreakerName");
    entry.note = textAt(&event, "errorMessage");
    splitTransition(textAt(&event, "stateTransition"), entry);
    if (entry.kind == "RESET")
        entry.to = "CLOSED";
    return entry;
}

/// Every breaker that the ring names. Within one ring the newest is kept longest, so the last change that is in it is
/// the last there was; a breaker with none in it may be in any state.
void concludeStates(Reading& reading)
{
    std::map<std::string, std::size_t> places;
    for (const auto& entry : reading.timeline) {
        const auto [place, isNew] = places.emplace(entry.name, reading.breakers.size());
        if (isNew)
            reading.breakers.emplace_back().name = entry.name;
        if (entry.to.empty() || !entry.at)
            continue;
        auto& breaker = reading.breakers[place->second];
        setState(breaker, breakerWord(entry.to), reading);
        breaker.inferredFrom =
            (entry.from.empty() ? entry.kind : entry.from + "_TO_" + entry.to) + " at " + rfc3339(*entry.at);
    }
}

} // namespace

bool looksLikeResilience4jEvents(const Document& document)
{
    return document.root.isObject() && document.root.has("circuitBreakerEvents");
}

Result<Reading> readResilience4jEvents(const Document& document)
{
    const auto* list = document.root.isObject() ? document.root.find("circuitBreakerEvents") : nullptr;
    if (!list || !list->isArray())
        return Error{"unknown-format", "no list of events", "/circuitBreakerEvents"};
    if (list->items.size() > maxComponents)
        return Error{"too-large", "more than 5000 events", "/circuitBreakerEvents"};

    Reading reading;
    reading.format = "resilience4j-circuitbreaker-events";
    reading.profile = "resilience4j";
    reading.flags = document.flags;
    for (const auto& event : list->items)
        if (event.isObject())
            reading.timeline.push_back(entryFrom(event));
    sortByTime(reading.timeline);
    concludeStates(reading);
    return reading;
}

} // namespace rungwatch::formats
