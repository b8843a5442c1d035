// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/cache_age.h"

#include "rungwatch/formats/cache_control.h"
#include "rungwatch/formats/level_words.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Headers that show that a cache stood in between.
constexpr const char* signsOfACache[]{
    "via", "x-cache", "x-cache-status", "cache-status", "cf-cache-status", "x-served-by", "x-varnish"};
/// Headers that speak of caching at all.
constexpr const char* otherHeaders[]{"age", "cache-control", "warning", "expires"};

std::string_view headerOf(const Answer& answer, const char* lowerCaseName)
{
    const auto found = answer.headers.find(lowerCaseName);
    return found == answer.headers.end() ? std::string_view{} : std::string_view{found->second};
}

template <std::size_t N> bool anyOf(const Answer& answer, const char* const (&names)[N])
{
    return std::any_of(
        std::begin(names), std::end(names), [&](const char* name) { return !headerOf(answer, name).empty(); });
}

/// What the caches in between did.
struct Word {
    std::optional<bool> hit;
    bool stale{false};
};

/// "HIT from edge-1", "STALE": what the nearest cache says in its own header.
Word wordFrom(std::string_view header)
{
    // Several caches in a row are listed, the nearest last.
    const auto nearest = headerParts(header, ',').back();
    const auto word = normalisedWord(nearest.substr(0, nearest.find_first_of(" ;")));
    if (word == "hit" || word == "revalidated")
        return {true};
    if (word == "stale" || word == "updating")
        return {true, true};
    if (word == "miss" || word == "expired" || word == "bypass" || word == "dynamic")
        return {false};
    return {};
}

Word saidBy(const Answer& answer, const CacheStatus& status)
{
    if (status.hit)
        return {status.hit, status.stale};
    for (const auto name : {"x-cache", "x-cache-status", "cf-cache-status"})
        if (const auto header = headerOf(answer, name); !header.empty())
            if (const auto word = wordFrom(header); word.hit)
                return word;
    // Varnish: its own number, and on a hit that of the request which filled the cache.
    const auto varnish = headerOf(answer, "x-varnish");
    return varnish.empty() ? Word{} : Word{varnish.find(' ') != std::string_view::npos};
}

/// One value, or the same one several times.
std::optional<Duration> ageHeader(std::string_view header)
{
    const auto parts = headerParts(header, ',');
    const bool same =
        std::all_of(parts.begin(), parts.end(), [&](std::string_view part) { return part == parts.front(); });
    return same ? headerSeconds(parts.front()) : std::nullopt;
}

bool warnsOfStale(std::string_view warning)
{
    const auto parts = headerParts(warning, ',');
    return std::any_of(parts.begin(), parts.end(),
        [](std::string_view part) { return part.starts_with("110") || part.starts_with("111"); });
}

/// nginx hands on the Age that came with its copy and does not count it on: nobody says how old a hit of its is.
bool ageStandsStill(const Answer& answer)
{
    const auto header = headerOf(answer, "x-cache-status");
    return !header.empty() && wordFrom(header).hit == true;
}

void setAge(CacheAge& cache, const Answer& answer, const Word& word)
{
    cache.from = "none";
    if (ageStandsStill(answer))
        return;
    if (const auto age = ageHeader(headerOf(answer, "age"))) {
        cache.age = *age + answer.took;
        cache.from = "Age";
        return;
    }
    if (!headerOf(answer, "age").empty())
        return; // one that can't be read: unknown, whatever else there is
    if (cache.ttl && cache.maxAge) {
        cache.age = std::max(Duration{0}, *cache.maxAge - *cache.ttl) + answer.took;
        cache.from = "Cache-Status";
    } else if (word.hit == false) {
        cache.age = answer.took;
        cache.from = "miss";
    } else if (const auto date = httpDate(headerOf(answer, "date"));
               date && answer.receivedAt && !anyOf(answer, signsOfACache)) {
        cache.age = std::max(Duration{0}, *answer.receivedAt - *date);
        cache.from = "Date";
    }
}

std::optional<Duration> expiresAfter(const Answer& answer)
{
    const auto expires = httpDate(headerOf(answer, "expires"));
    const auto date = httpDate(headerOf(answer, "date"));
    return expires && date ? std::optional<Duration>(std::max(Duration{0}, *expires - *date)) : std::nullopt;
}

} // namespace

std::optional<CacheAge> cacheAgeFrom(const Answer& answer)
{
    if (answer.status >= 500 || (!anyOf(answer, signsOfACache) && !anyOf(answer, otherHeaders)))
        return std::nullopt;
    const auto control = cacheControlFrom(headerOf(answer, "cache-control"));
    const auto status = cacheStatusFrom(headerOf(answer, "cache-status"));
    const auto word = saidBy(answer, status);
    CacheAge cache;
    cache.hit = word.hit;
    cache.maxAge = control.maxAge || control.conflicting ? control.maxAge : expiresAfter(answer);
    cache.staleIfError = control.staleIfError;
    cache.staleWhileRevalidate = control.staleWhileRevalidate;
    cache.ttl = status.ttl;
    setAge(cache, answer, word);
    if (word.stale || control.conflicting || warnsOfStale(headerOf(answer, "warning"))
        || (cache.ttl && *cache.ttl < Duration{0}))
        cache.fresh = false;
    else if (cache.age && cache.maxAge)
        cache.fresh = *cache.age < *cache.maxAge;
    return cache;
}

bool ageIsHidden(const Answer& answer, const CacheAge& cache)
{
    return !cache.age && (anyOf(answer, signsOfACache) || !headerOf(answer, "age").empty());
}

} // namespace rungwatch::formats
