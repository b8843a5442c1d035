// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/cache_control.h"

#include "rungwatch/base/codec.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string lower(std::string_view text)
{
    std::string word(text);
    for (auto& c : word)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return word;
}

struct Parameter {
    std::string name;
    std::string_view value;
};

/// `name=value` or a bare `name`; the value's quotes are taken off.
Parameter parameterFrom(std::string_view text)
{
    const auto split = std::min(text.find('='), text.size());
    auto value = trimmed(text.substr(std::min(split + 1, text.size())));
    if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
        value = value.substr(1, value.size() - 2);
    return {lower(trimmed(text.substr(0, split))), value};
}

/// One directive that may come several times.
struct Seen {
    std::optional<Duration> value;
    bool conflicting{false};

    void take(std::string_view text)
    {
        const auto seconds = headerSeconds(text);
        conflicting = conflicting || (value && seconds && *value != *seconds);
        if (seconds)
            value = seconds;
    }
};

} // namespace

std::vector<std::string_view> headerParts(std::string_view header, char separator)
{
    std::vector<std::string_view> parts;
    bool quoted = false;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= header.size(); ++i) {
        if (i < header.size() && quoted && header[i] == '\\') {
            ++i;
            continue;
        }
        if (i < header.size() && header[i] == '"')
            quoted = !quoted;
        if (i >= header.size() || (!quoted && header[i] == separator)) {
            parts.push_back(trimmed(header.substr(std::min(start, header.size()), i - start)));
            start = i + 1;
        }
    }
    return parts;
}

std::optional<Duration> headerSeconds(std::string_view text)
{
    constexpr std::int64_t most{2'147'483'648};
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    std::int64_t seconds = 0;
    for (const char c : text)
        seconds = std::min(most, seconds * 10 + (c - '0'));
    return std::chrono::seconds{seconds};
}

CacheControl cacheControlFrom(std::string_view header)
{
    CacheControl control;
    Seen shared;
    Seen own;
    Seen onError;
    Seen revalidating;
    for (const auto part : headerParts(header, ',')) {
        const auto [name, value] = parameterFrom(part);
        if (name == "s-maxage")
            shared.take(value);
        else if (name == "max-age")
            own.take(value);
        else if (name == "stale-if-error")
            onError.take(value);
        else if (name == "stale-while-revalidate")
            revalidating.take(value);
        control.strict = control.strict || name == "must-revalidate" || name == "no-cache";
    }
    control.conflicting = shared.conflicting || own.conflicting;
    if (!control.conflicting)
        control.maxAge = shared.value ? shared.value : own.value;
    control.staleIfError = onError.conflicting ? std::nullopt : onError.value;
    control.staleWhileRevalidate = revalidating.conflicting ? std::nullopt : revalidating.value;
    return control;
}

CacheStatus cacheStatusFrom(std::string_view header)
{
    CacheStatus status;
    const auto caches = headerParts(header, ',');
    for (const auto part : headerParts(caches.back(), ';')) {
        const auto [name, value] = parameterFrom(part);
        if (name == "hit")
            status.hit = value != "?0";
        else if (name == "fwd") {
            status.hit = false;
            status.stale = value == "stale";
        } else if (name == "ttl") {
            const bool behind = value.starts_with('-');
            if (const auto seconds = headerSeconds(value.substr(behind ? 1 : 0)))
                status.ttl = behind ? -*seconds : *seconds;
        }
    }
    return status;
}

std::optional<WallTime> httpDate(std::string_view text)
{
    constexpr std::string_view months{"JanFebMarAprMayJunJulAugSepOctNovDec"};
    constexpr std::size_t length{29};
    text = trimmed(text);
    if (text.size() != length || !text.ends_with(" GMT") || text.substr(3, 2) != ", ")
        return std::nullopt;
    const auto month = months.find(text.substr(8, 3));
    if (month == std::string_view::npos || month % 3 != 0)
        return std::nullopt;
    const auto number = std::to_string(month / 3 + 1);
    return fromRfc3339(std::string(text.substr(12, 4)) + "-" + (number.size() == 1 ? "0" : "") + number + "-"
        + std::string(text.substr(5, 2)) + "T" + std::string(text.substr(17, 8)) + "Z");
}

} // namespace rungwatch::formats
