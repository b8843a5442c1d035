// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/level_words.h"

#include <algorithm>
#include <span>

namespace rungwatch::formats {

namespace {

constexpr std::string_view healthyWords[]{"up", "ok", "pass", "passing", "healthy", "working", "operational", "good",
    "green", "alive", "ready", "serving", "success", "resolved"};
constexpr std::string_view degradedWords[]{"degraded", "warn", "warning", "partial", "partiallyavailable",
    "degradedperformance", "performanceissues", "minor", "maintenance", "undermaintenance", "yellow", "restricted",
    "starting", "limited", "circuithalfopen"};
constexpr std::string_view criticalWords[]{"critical", "severe", "major", "partialoutage", "red"};
constexpr std::string_view unavailableWords[]{"down", "fail", "failed", "failure", "error", "unhealthy", "unavailable",
    "outofservice", "majoroutage", "fulloutage", "outage", "offline", "bad", "notserving", "circuitopen",
    "shuttingdown", "stopping"};

bool contains(std::span<const std::string_view> words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

std::string normalisedWord(std::string_view word)
{
    std::string plain;
    for (const char c : word) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            plain.push_back(c);
        else if (c >= 'A' && c <= 'Z')
            plain.push_back(static_cast<char>(c - 'A' + 'a'));
    }
    return plain;
}

LevelWord generalLevel(std::string_view word)
{
    const auto plain = normalisedWord(word);
    if (contains(healthyWords, plain))
        return {HealthLevel::Healthy};
    if (contains(degradedWords, plain))
        return {HealthLevel::Degraded};
    if (contains(criticalWords, plain))
        return {HealthLevel::Critical};
    if (contains(unavailableWords, plain))
        return {HealthLevel::Unavailable, false, plain == "outofservice" || plain == "shuttingdown"};
    return {HealthLevel::Unknown, plain != "unknown"};
}

} // namespace rungwatch::formats
