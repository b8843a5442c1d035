// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/query_text.h"

namespace rungwatch {

namespace {

constexpr std::string_view whiteSpace = " \t\n\v\f\r";
/// What ends or encloses a sentence. Not brackets, signs and numbers' marks: "C#" is no "C", nor "50%" "50".
constexpr std::string_view aroundAQuery = " \t\n\v\f\r.,;:!?\"'";

/// `text` without any of `signs` at its ends.
std::string_view trimmed(std::string_view text, std::string_view signs)
{
    const auto first = text.find_first_not_of(signs);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(signs) - first + 1);
}

} // namespace

std::string normalisedText(std::string_view text)
{
    text = trimmed(text, whiteSpace);
    std::string normal;
    normal.reserve(text.size());
    bool gap = false;
    for (const char c : text) {
        if (whiteSpace.find(c) != std::string_view::npos) {
            gap = true;
            continue;
        }
        if (gap)
            normal += ' ';
        gap = false;
        normal += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return normal;
}

std::string normalisedQuery(std::string_view query)
{
    const auto core = trimmed(query, aroundAQuery);
    return normalisedText(core.empty() ? query : core); // "?!" asks something, and not the same as "..."
}

} // namespace rungwatch
