// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/seed_breaker.h"

#include "rungwatch/formats/breaker_words.h"

namespace rungwatch::formats {

namespace {

constexpr std::chrono::seconds oldestCached{120}; // allowed, both ends of 0 to 120 s included

bool isBreaker(const JsonValue& entry)
{
    return entry.has("state") && (entry.has("failure_count") || entry.has("total_calls"));
}

BreakerReading breakerFrom(const JsonValue& entry, Reading& reading)
{
    BreakerReading breaker;
    setState(breaker, breakerState(entry.find("state"), StateNumbers::Unnamed), reading);
    if (const auto ok = countAt(&entry, "successes"))
        breaker.calls["ok"] = *ok;
    if (const auto failed = countAt(&entry, "failures"))
        breaker.calls["failed"] = *failed;
    breaker.opened = countAt(&entry, "circuit_opens");
    return breaker;
}

Result<Reading> readMap(const JsonValue& map, Reading reading)
{
    for (const auto* member : membersOf(&map)) {
        if (reading.breakers.size() == maxComponents)
            return Error{"too-large", "more than 5000 breakers", "/circuit_breakers"};
        reading.breakers.push_back(breakerFrom(member->value, reading));
        reading.breakers.back().name = member->key;
    }
    reading.level = levelOf(reading.breakers);
    return reading;
}

/// A cached answer without an age, or with one past what is allowed, breaks the contract of who gave it.
Reading readAnswer(const JsonValue& root, Reading reading)
{
    reading.rung = textAt(&root, "mode");
    reading.message = textAt(&root, "reason");
    if (reading.rung != "fresh" && reading.rung != "cached" && reading.rung != "simplified")
        flag(reading, "unknown-word");
    const auto age = durationAt(&root, "age_s");
    if (!age && reading.rung != "cached")
        return reading;
    const bool usable = age && *age <= oldestCached;
    auto& cache = reading.cacheAge.emplace();
    cache.age = age;
    cache.from = age ? "body" : "none";
    cache.limit = oldestCached;
    cache.usable = usable;
    if (reading.rung == "cached" && !usable)
        flag(reading, "contract-violation");
    return reading;
}

} // namespace

bool looksLikeSeedBreaker(const Document& document)
{
    const auto& root = document.root;
    if (!root.isObject())
        return false;
    return objectAt(&root, "circuit_breakers") || (root.has("service") && isBreaker(root))
        || (!textAt(&root, "mode").empty() && root.has("data"));
}

Result<Reading> readSeedBreaker(const Document& document)
{
    const auto& root = document.root;
    Reading reading;
    reading.format = "seed-breaker";
    reading.flags = document.flags;
    if (const auto* map = objectAt(&root, "circuit_breakers"))
        return readMap(*map, std::move(reading));
    if (!textAt(&root, "mode").empty())
        return readAnswer(root, std::move(reading));
    if (!root.isObject() || !isBreaker(root))
        return Error{"unknown-format", "no breaker with a state and no answer with a mode", {}};
    reading.breakers.push_back(breakerFrom(root, reading));
    const auto name = textAt(&root, "service");
    reading.breakers.back().name = name.empty() ? "check[0]" : name;
    reading.level = levelOf(reading.breakers);
    return reading;
}

} // namespace rungwatch::formats
