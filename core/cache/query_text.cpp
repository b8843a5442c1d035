// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/query_text.h"

namespace rungwatch {

std::string normalisedQuery(std::string_view query)
{
    std::string text;
    text.reserve(query.size());
    bool gap = false;
    for (const char c : query) {
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            gap = true;
            continue;
        }
        if (gap && !text.empty())
            text += ' ';
        gap = false;
        text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

} // namespace rungwatch
