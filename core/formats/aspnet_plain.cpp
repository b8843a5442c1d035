// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/aspnet_plain.h"

namespace rungwatch::formats {

namespace {

std::optional<HealthLevel> wordLevel(std::string_view text)
{
    constexpr std::size_t longest{9};
    if (text.size() > longest)
        return std::nullopt;
    std::string word(text);
    for (auto& c : word)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    if (word == "healthy")
        return HealthLevel::Healthy;
    if (word == "degraded")
        return HealthLevel::Degraded;
    if (word == "unhealthy")
        return HealthLevel::Unavailable;
    return std::nullopt;
}

} // namespace

bool looksLikeAspnetPlain(const Document& document)
{
    return wordLevel(document.text).has_value();
}

Result<Reading> readAspnetPlain(const Document& document)
{
    Reading reading;
    reading.format = "aspnet-plain";
    reading.level = wordLevel(document.text);
    if (!reading.level)
        return Error{"unknown-format", "expected Healthy, Degraded or Unhealthy and nothing else", {}};
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
