// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/timeline/source_text.h"

#include "rungwatch/formats/json_document.h"

#include <algorithm>

namespace rungwatch::timeline {

Result<JsonValue> rootOf(std::string_view bytes)
{
    auto document = parseJson(formats::trimmedBody(bytes), {.values = 5'000'000});
    if (!document)
        return Error{document.error().code, document.error().message, "/ (" + document.error().where + ")"};
    if (!document->root.isObject())
        return Error{"unknown-format", "expected a JSON object", "/ (line 1)"};
    return std::move(document.value().root);
}

std::string placeOf(const std::string& pointer, const JsonValue& value)
{
    return pointer + " (line " + std::to_string(value.line) + ")";
}

std::string sentence(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const auto part : parts)
        if (!part.empty())
            text.append(text.empty() ? "" : ": ").append(part);
    return text;
}

Result<ForeignTimeline> finished(ForeignTimeline timeline)
{
    if (timeline.events.empty()) {
        const auto why = timeline.unplaced.empty() ? Unplaced{"/", "it holds no entry"} : timeline.unplaced.front();
        return Error{"empty", "expected something that can be placed in time: " + why.what, why.where};
    }
    timeline.sort();
    return timeline;
}

std::string webAddress(const std::string& text)
{
    const bool web = text.starts_with("http://") || text.starts_with("https://");
    const bool plain = text.size() < 500 && text.find('@') == std::string::npos
        && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
    return web && plain ? text : std::string();
}

} // namespace rungwatch::timeline
