// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/error_document.h"

#include "rungwatch/formats/level_words.h"

namespace rungwatch::formats {

namespace {

Reading unavailable(std::string message)
{
    Reading reading;
    reading.format = "error-document";
    reading.level = HealthLevel::Unavailable;
    reading.message = std::move(message);
    reading.flags = {"error-document"};
    return reading;
}

} // namespace

bool looksLikeHtml(const Document& document)
{
    const auto start = normalisedWord(document.text.substr(0, 40));
    return document.text.starts_with('<')
        && (start.starts_with("doctypehtml") || start.starts_with("html")
            || document.header("content-type").starts_with("text/html"));
}

Result<Reading> readHtml(const Document& document)
{
    if (document.status < 500)
        return Error{"html-instead-of-data", "an HTML page, expected JSON", {}};
    return unavailable("HTTP " + std::to_string(document.status) + " with an HTML page");
}

bool looksLikeErrorDocument(const Document& document)
{
    const auto* status = document.root.find("status");
    const auto has = [&](std::string_view key) { return document.root.has(key); };
    return document.root.isObject() && status && status->whole && (has("error") || has("timestamp") || has("path"));
}

Result<Reading> readErrorDocument(const Document& document)
{
    const auto code = countAt(&document.root, "status");
    if (document.status < 500 && code.value_or(0) < 500)
        return Error{"unknown-format", "an error document, expected a health or telemetry document", "/status"};
    const auto said = textAt(&document.root, "error");
    auto reading = unavailable("HTTP " + std::to_string(document.status) + (said.empty() ? "" : ", " + said));
    reading.flags.insert(reading.flags.end(), document.flags.begin(), document.flags.end());
    return reading;
}

} // namespace rungwatch::formats
