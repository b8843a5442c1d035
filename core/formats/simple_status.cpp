// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/simple_status.h"

#include "rungwatch/formats/level_words.h"

namespace rungwatch::formats {

namespace {

constexpr std::string_view wordKeys[]{"status", "health", "state"};

/// Longer than any word of the table: a sentence.
constexpr std::size_t longestWord{40};

void applyWord(Reading& reading, const std::string& word)
{
    // The gRPC health service's own word for what it does not know.
    const auto level = normalisedWord(word) == "serviceunknown" ? LevelWord{} : generalLevel(word);
    reading.level = level.level == HealthLevel::Unknown ? HealthLevel::Degraded : level.level;
    if (level.unknownWord) {
        flag(reading, "unknown-word");
        reading.message = word;
    }
    if (level.deliberate)
        flag(reading, "deliberate");
}

/// Nothing was said: HTTP decides.
void applyStatusAlone(Reading& reading, int status, std::string_view why)
{
    const bool ok = status >= 200 && status < 300;
    reading.level = ok ? HealthLevel::Healthy : status >= 500 ? HealthLevel::Unavailable : HealthLevel::Degraded;
    flag(reading, why);
}

std::string wordOf(const JsonValue& root)
{
    if (root.isText())
        return root.text;
    for (const auto key : wordKeys)
        if (auto word = textAt(&root, key); !word.empty())
            return word;
    return {};
}

/// `{"statusCode":503,"error":"Service Unavailable"}`: the server's own error page as JSON.
std::optional<std::uint64_t> errorCodeOf(const JsonValue& root)
{
    return textAt(&root, "error").empty() ? std::nullopt : countAt(&root, "statusCode");
}

} // namespace

bool looksLikeSimpleText(const Document& document)
{
    const auto text = document.text;
    // An answer that calls itself JSON and has none was cut; an error without a body is still an error.
    const bool cut =
        text.empty() && document.status < 500 && document.header("content-type").find("json") != std::string_view::npos;
    return !cut && !text.starts_with('{') && !text.starts_with('[') && !text.starts_with('"') && !text.starts_with('<');
}

Result<Reading> readSimpleText(const Document& document)
{
    Reading reading;
    reading.format = "simple-status";
    const std::string text(document.text.substr(0, 200));
    const bool isWord = text.size() <= longestWord && !generalLevel(text).unknownWord && !text.empty();
    if (isWord)
        applyWord(reading, text);
    else {
        reading.message = text;
        applyStatusAlone(reading, document.status, text.empty() ? "empty-body" : "no-verdict");
    }
    applyFloor(reading, document.status);
    return reading;
}

bool looksLikeSimpleJson(const Document& document)
{
    const auto& root = document.root;
    if (!root.isObject())
        return root.isText();
    return !wordOf(root).empty() || errorCodeOf(root) || numberAt(&root, "uptime");
}

Result<Reading> readSimpleJson(const Document& document)
{
    const auto& root = document.root;
    Reading reading;
    reading.format = "simple-status";
    reading.flags = document.flags;
    reading.message = textAt(&root, "message");
    if (const auto word = wordOf(root); !word.empty())
        applyWord(reading, word);
    else if (const auto code = errorCodeOf(root); code && *code >= 500) {
        reading.level = HealthLevel::Unavailable;
        flag(reading, "error-document");
    } else if (code || numberAt(&root, "uptime"))
        applyStatusAlone(reading, document.status, "no-verdict");
    else
        return Error{"unknown-format", "no status, health or state word", {}};
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
