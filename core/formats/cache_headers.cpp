// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/cache_headers.h"

#include "rungwatch/formats/cache_age.h"

#include <algorithm>
#include <charconv>

namespace rungwatch::formats {

namespace {

std::string_view takeLine(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

/// The number in "HTTP/1.1 200 OK".
int statusIn(std::string_view line, int otherwise)
{
    const auto blank = line.find(' ');
    if (!line.starts_with("HTTP/") || blank == std::string_view::npos)
        return otherwise;
    const auto number = line.substr(blank + 1, 3);
    int status = 0;
    return std::from_chars(number.data(), number.data() + number.size(), status).ec == std::errc{} ? status : otherwise;
}

/// Puts a header line in; one that comes twice makes a list.
bool takeHeader(std::string_view line, std::map<std::string, std::string>& headers)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0)
        return false;
    std::string name(line.substr(0, colon));
    for (auto& c : name)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    auto value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    auto& place = headers[name];
    place += (place.empty() ? "" : ", ") + std::string(value.substr(0, value.find_last_not_of(" \t") + 1));
    return true;
}

} // namespace

bool looksLikeCacheHeaders(const Document& document)
{
    return document.header("content-type").starts_with("message/http") || document.text.starts_with("HTTP/1.")
        || document.text.starts_with("HTTP/2");
}

Result<Reading> readCacheHeaders(const Document& document)
{
    auto text = document.text;
    Answer inner{{}, document.status, {}};
    bool any = false;
    for (bool first = true; !text.empty(); first = false) {
        const auto line = takeLine(text);
        if (first)
            inner.status = statusIn(line, inner.status);
        if (line.empty())
            break;
        any = (!(first && line.starts_with("HTTP/")) && takeHeader(line, inner.headers)) || any;
    }
    if (!any)
        return Error{"unknown-format", "no header line, expected Name: value", {}};
    Reading reading;
    reading.format = "cache-headers";
    reading.cacheAge = cacheAgeFrom(inner);
    if (reading.cacheAge && ageIsHidden(inner, *reading.cacheAge))
        flag(reading, "age-unknown");
    return reading;
}

} // namespace rungwatch::formats
