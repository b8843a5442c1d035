// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/resilience4j_breakers.h"

#include "rungwatch/formats/breaker_words.h"

namespace rungwatch::formats {

namespace {

/// Rates of -1 mean too few calls: not known. The counts beside them are of the window or of this state: they
/// fall, and are recent ones, none of the lifetime counters.
BreakerReading breakerFrom(const JsonMember& member, Reading& reading)
{
    const auto* entry = &member.value;
    BreakerReading breaker;
    breaker.name = member.key;
    setState(breaker, breakerState(entry->find("state"), StateNumbers::Resilience4j), reading);
    breaker.failureRate = percentAt(entry, "failureRate");
    breaker.slowRate = percentAt(entry, "slowCallRate");
    breaker.tripRate = percentAt(entry, "failureRateThreshold");
    const auto buffered = countAt(entry, "bufferedCalls");
    const auto failed = countAt(entry, "failedCalls");
    if (buffered && failed && *failed <= *buffered)
        breaker.recent["ok"] = *buffered - *failed;
    takeRecent(
        breaker, entry, {{"failedCalls", "failed"}, {"slowCalls", "slow"}, {"notPermittedCalls", "not_permitted"}});
    return breaker;
}

void readNames(const std::vector<JsonValue>& list, Reading& reading)
{
    flag(reading, "names-only");
    EntryNames names;
    for (std::size_t i = 0; i < list.size(); ++i)
        reading.breakers.emplace_back().name = names.of(list[i].isText() ? list[i].text : std::string{}, i);
}

} // namespace

bool looksLikeResilience4jBreakers(const Document& document)
{
    return document.root.isObject() && document.root.has("circuitBreakers");
}

Result<Reading> readResilience4jBreakers(const Document& document)
{
    const auto* list = document.root.isObject() ? document.root.find("circuitBreakers") : nullptr;
    if (!list || !(list->isArray() || list->isObject()))
        return Error{"unknown-format", "no map and no list of breakers", "/circuitBreakers"};
    if (list->items.size() > maxComponents || list->members.size() > maxComponents)
        return Error{"too-large", "more than 5000 breakers", "/circuitBreakers"};

    Reading reading;
    reading.format = "resilience4j-circuitbreakers";
    reading.profile = "resilience4j";
    reading.flags = document.flags;
    if (list->isArray())
        readNames(list->items, reading);
    for (const auto* member : membersOf(list))
        reading.breakers.push_back(breakerFrom(*member, reading));
    reading.level = levelOf(reading.breakers);
    return reading;
}

} // namespace rungwatch::formats
