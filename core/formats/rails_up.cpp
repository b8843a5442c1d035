// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/rails_up.h"

#include "rungwatch/formats/level_words.h"

namespace rungwatch::formats {

namespace {

/// The colour of the page's body, where it says one of the two.
std::optional<HealthLevel> colourOf(std::string_view text)
{
    const auto body = text.find("<body");
    if (body == std::string_view::npos)
        return std::nullopt;
    const auto plain = normalisedWord(text.substr(body, text.find('>', body) - body));
    if (plain.find("backgroundcolorgreen") != std::string::npos)
        return HealthLevel::Healthy;
    if (plain.find("backgroundcolorred") != std::string::npos)
        return HealthLevel::Unavailable;
    return std::nullopt;
}

Result<Reading> finished(std::optional<HealthLevel> level, const Document& document)
{
    if (!level)
        return Error{"unknown-format", "neither up nor down", {}};
    Reading reading;
    reading.format = "rails-up";
    reading.level = level;
    reading.flags = document.flags;
    applyFloor(reading, document.status);
    return reading;
}

} // namespace

bool looksLikeRailsUp(const Document& document)
{
    return document.text.starts_with('<') && colourOf(document.text);
}

Result<Reading> readRailsUp(const Document& document)
{
    return finished(colourOf(document.text), document);
}

Result<Reading> readRailsUpJson(const Document& document)
{
    const auto level = generalLevel(textAt(&document.root, "status"));
    return finished(level.level == HealthLevel::Unknown ? std::nullopt : std::optional(level.level), document);
}

} // namespace rungwatch::formats
