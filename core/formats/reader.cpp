// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/reader.h"

#include "rungwatch/formats/level_words.h"
#include "rungwatch/formats/rungwatch_telemetry.h"
#include "rungwatch/formats/seed_health.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

struct Format {
    std::string_view name;
    bool (*matches)(const Document&);
    Result<Reading> (*read)(const Document&);
};

/// In the order of FORMATS 3: the first that matches wins.
constexpr Format formats[]{
    {"rungwatch-telemetry", looksLikeTelemetry, readTelemetry}, // row 0
    {"seed-health", looksLikeSeedHealth, readSeedHealth}, // row 27
};

constexpr std::size_t maxBytes{8 * 1024 * 1024};
constexpr std::string_view blanks{" \t\r\n"};

bool isAuto(std::string_view pin)
{
    return pin.empty() || pin == "auto";
}

std::string_view trimmed(std::string_view body)
{
    if (body.starts_with("\xef\xbb\xbf"))
        body.remove_prefix(3);
    const auto first = body.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : body.substr(first, body.find_last_not_of(blanks) - first + 1);
}

std::string headerOf(const Answer& answer, const std::string& lowerCaseName)
{
    const auto found = answer.headers.find(lowerCaseName);
    return found == answer.headers.end() ? std::string{} : found->second;
}

/// The statuses that no body excuses (FORMATS 2.4.1, 2.1).
std::optional<Error> refusedBy(int status)
{
    const auto word = "HTTP " + std::to_string(status);
    if (status == 401 || status == 403)
        return Error{"auth-required", word + ", expected an answer without or with the token that is configured", {}};
    if (status >= 300 && status < 400 && status != 304)
        return Error{"redirect", word + ", expected the answer itself: redirects are not followed", {}};
    return std::nullopt;
}

/// The statuses that count only where the body is of no known format.
std::optional<Error> doubtfulBy(int status, const Answer& answer)
{
    const auto word = "HTTP " + std::to_string(status);
    if (status == 404 || status == 405 || status == 410)
        return Error{"not-found", word + ", expected a health or telemetry document", {}};
    if (status == 429) {
        const auto retry = headerOf(answer, "retry-after");
        return Error{"rate-limited", word + (retry.empty() ? "" : ", Retry-After: " + retry), {}};
    }
    return std::nullopt;
}

bool looksLikeHtml(std::string_view body, const Answer& answer)
{
    const auto start = normalisedWord(body.substr(0, 40));
    return body.starts_with('<')
        && (start.starts_with("doctypehtml") || start.starts_with("html")
            || headerOf(answer, "content-type").starts_with("text/html"));
}

/// A proxy's error page says that what is behind it does not answer; a page under 2xx says nothing.
Result<Reading> readHtml(int status)
{
    if (status < 500)
        return Error{"html-instead-of-data", "an HTML page, expected JSON", {}};
    Reading reading;
    reading.format = "error-document";
    reading.level = HealthLevel::Unavailable;
    reading.message = "HTTP " + std::to_string(status) + " with an HTML page";
    reading.flags = {"error-document"};
    return reading;
}

/// The document inside an envelope, or nothing where there is none.
std::optional<JsonValue> unwrapped(const JsonValue& root, int& status, std::optional<Error>& fault)
{
    if (!root.isObject())
        return std::nullopt;
    if (const auto code = countAt(&root, "statusCode"); code && *code < 1000) {
        if (const auto* body = root.find("body"); body && body->isText()) {
            auto inner = parseJson(trimmed(body->text), {.wholeText = false});
            if (!inner) {
                fault = Error{inner.error().code, inner.error().message, "/body"};
                return std::nullopt;
            }
            status = static_cast<int>(*code);
            return std::move(inner.value().root);
        }
    }
    if (root.has("status") || root.has("services"))
        return std::nullopt;
    for (const auto key : {"result", "data"})
        if (const auto* inner = objectAt(&root, key); inner && inner->has("status"))
            return *inner;
    return std::nullopt;
}

Result<Document> parsed(const Answer& answer, std::string_view body)
{
    auto json = parseJson(body, {.wholeText = false});
    if (!json)
        return json.error();
    Document document{answer, answer.status, std::move(json.value().root), {}};
    if (json->trailing)
        document.flags.emplace_back("trailing-garbage");
    if (json->duplicateKey)
        document.flags.emplace_back("duplicate-key");
    std::optional<Error> fault;
    if (auto inner = unwrapped(document.root, document.status, fault)) {
        document.root = std::move(*inner);
        document.flags.emplace_back("envelope");
    }
    if (fault)
        return *fault;
    return document;
}

const Format* formatNamed(std::string_view name)
{
    const auto* found =
        std::find_if(std::begin(formats), std::end(formats), [&](const Format& format) { return format.name == name; });
    return found == std::end(formats) ? nullptr : found;
}

const Format* recognised(const Document& document)
{
    const auto* found = std::find_if(
        std::begin(formats), std::end(formats), [&](const Format& format) { return format.matches(document); });
    return found == std::end(formats) ? nullptr : found;
}

Error unknownFormat(std::string_view body)
{
    return {"unknown-format",
        body.empty() ? "an empty body, expected a health or telemetry document"
                     : "no format that is known, expected a health or telemetry document",
        {}};
}

} // namespace

bool isFormat(std::string_view name)
{
    return name == "auto" || formatNamed(name);
}

Result<Reading> read(const Answer& answer, std::string_view pin)
{
    const auto* pinned = isAuto(pin) ? nullptr : formatNamed(pin);
    if (!isAuto(pin) && !pinned)
        return Error{"unknown-format", "no format is called \"" + std::string(pin) + "\"", {}};
    if (auto refused = refusedBy(answer.status))
        return *refused;
    if (answer.body.size() > maxBytes)
        return Error{"too-large", std::to_string(answer.body.size()) + " bytes, expected at most 8 MiB", {}};

    const auto doubtful = doubtfulBy(answer.status, answer);
    const auto body = trimmed(answer.body);
    if (looksLikeHtml(body, answer))
        return doubtful ? Result<Reading>(*doubtful) : readHtml(answer.status);
    const bool jsonAtAll = body.starts_with('{') || body.starts_with('[');
    if (!jsonAtAll && !pinned)
        return doubtful.value_or(unknownFormat(body));

    auto document = parsed(answer, body);
    if (!document)
        return doubtful.value_or(document.error());
    if (auto refused = refusedBy(document->status))
        return *refused;
    const auto* format = pinned ? pinned : recognised(*document);
    if (!format)
        return doubtful ? *doubtful : doubtfulBy(document->status, answer).value_or(unknownFormat(body));
    auto reading = format->read(*document);
    // A limit without a verdict says only: later. With one, the verdict counts and the status is its floor.
    if (doubtful && (!reading || !reading->level))
        return *doubtful;
    return reading;
}

} // namespace rungwatch::formats
