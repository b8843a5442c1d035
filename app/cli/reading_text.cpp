// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reading_text.h"

#include "app/poll/plain_text.h"

#include <fmt/format.h>

namespace rungwatch::cli {

namespace {

std::string upper(std::string_view word)
{
    std::string text(word);
    for (auto& c : text)
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    return text;
}

std::string stateOf(const BreakerReading& breaker)
{
    return upper(breaker.other ? nameOf(*breaker.other) : breaker.state ? nameOf(*breaker.state) : "unknown");
}

std::string componentLine(const Component& component)
{
    auto line = fmt::format("  {:<12} {}", upper(nameOf(component.level)), poll::plainText(component.name));
    if (component.critical)
        line += ", critical";
    if (component.deliberate)
        line += ", on purpose";
    if (component.latency)
        line += fmt::format(", {:.1f} ms", toSeconds(*component.latency) * 1000);
    return component.note.empty() ? line : line + ": " + poll::plainText(component.note);
}

std::string breakerLine(const BreakerReading& breaker)
{
    auto line = fmt::format("  {:<12} {}", stateOf(breaker), poll::plainText(breaker.name));
    if (breaker.instances && breaker.openInstances)
        line += fmt::format(", {} of {} open", *breaker.openInstances, *breaker.instances);
    if (breaker.failureRate)
        line += fmt::format(", {:.1f} % failed", breaker.failureRate->value());
    return breaker.inferredFrom.empty() ? line : line + ", concluded from " + poll::plainText(breaker.inferredFrom);
}

std::string cacheLine(const CacheAge& cache)
{
    auto line = cache.age ? fmt::format("answer's age: {:.0f} s, from {}", toSeconds(*cache.age), cache.from)
                          : std::string("answer's age: unknown");
    if (cache.fresh)
        line += *cache.fresh ? ", fresh" : ", stale";
    if (cache.maxAge)
        line += fmt::format(", fresh for {:.0f} s", toSeconds(*cache.maxAge));
    return line;
}

} // namespace

std::string readingText(const Reading& reading)
{
    std::string text = fmt::format("format: {}\n", reading.format);
    const auto line = [&](const std::string& one) { text += one + '\n'; };
    if (reading.notModified)
        line("not modified: what was read before still holds");
    line("level: " + (reading.level ? upper(nameOf(*reading.level)) : std::string("not said")));
    if (!reading.message.empty())
        line("message: " + poll::plainText(reading.message));
    if (!reading.components.empty())
        line("components:");
    for (const auto& component : reading.components)
        line(componentLine(component));
    if (!reading.breakers.empty())
        line("breakers:");
    for (const auto& breaker : reading.breakers)
        line(breakerLine(breaker));
    for (const auto& feature : reading.features)
        line("feature " + poll::plainText(feature.name) + ": "
            + (feature.mode ? std::string(nameOf(*feature.mode)) : std::string("mode not said")));
    if (reading.cacheAge)
        line(cacheLine(*reading.cacheAge));
    for (const auto& cache : reading.caches)
        line("cache " + poll::plainText(cache.name) + ": "
            + (cache.age ? fmt::format("{:.0f} s old", toSeconds(*cache.age)) : std::string("age unknown")));
    if (reading.metrics)
        line(fmt::format("samples: {} ({})", reading.metrics->samples.size(), reading.profile));
    if (reading.stream)
        line(fmt::format("events: {}", reading.stream->events));
    for (const auto& incident : reading.incidents)
        line("incident " + poll::plainText(incident.name) + ": " + poll::plainText(incident.status));
    for (const auto& flag : reading.flags)
        line("flag: " + poll::plainText(flag));
    return text;
}

} // namespace rungwatch::cli
