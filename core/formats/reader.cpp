// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/reader.h"

#include "rungwatch/formats/cache_age.h"
#include "rungwatch/formats/error_document.h"
#include "rungwatch/formats/format_table.h"
#include "rungwatch/formats/json_document.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

constexpr std::size_t maxBytes{8 * 1024 * 1024};
/// Metrics may be longer; more than this is read for nothing.
constexpr std::size_t maxMetricsBytes{32 * 1024 * 1024};

bool isAuto(std::string_view pin)
{
    return pin.empty() || pin == "auto";
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

/// The statuses that count only where the body gives no verdict.
std::optional<Error> doubtfulBy(int status, const Answer& answer)
{
    const auto word = "HTTP " + std::to_string(status);
    if (status == 404 || status == 405 || status == 410)
        return Error{"not-found", word + ", expected a health or telemetry document", {}};
    if (status == 429) {
        const auto retry = headerOf(answer, "retry-after");
        return Error{"rate-limited", word + (retry.empty() ? "" : ", Retry-After: " + retry), {}};
    }
    if (status >= 400 && status < 500 && status != 408)
        return Error{"bad-request", word + ", expected a health or telemetry document", {}};
    return std::nullopt;
}

/// Whether a body says something that counts also under a status that usually means "no such thing".
bool hasVerdict(const Result<Reading>& reading)
{
    if (!reading) {
        const auto& code = reading.error().code;
        return code != "unknown-format" && !code.starts_with("bad-json") && code != "html-instead-of-data"
            && code != "bad-exposition";
    }
    const auto& flags = reading->flags;
    const auto says = [&](std::string_view name) { return std::find(flags.begin(), flags.end(), name) != flags.end(); };
    if (reading->accepted || !reading->flagList.empty())
        return true;
    return reading->level && !says("no-verdict") && !says("empty-body") && !says("error-document");
}

const Format* recognised(const Document& document, Takes takes)
{
    const auto table = formatTable();
    const auto found = std::find_if(table.begin(), table.end(),
        [&](const Format& format) { return format.takes == takes && format.matches(document); });
    return found == table.end() ? nullptr : &*found;
}

/// What the headers say of the answer's age; an age in the body is trusted more.
void applyCacheAge(Reading& reading, const Answer& answer)
{
    if (reading.cacheAge)
        return;
    reading.cacheAge = cacheAgeFrom(answer);
    if (reading.cacheAge && ageIsHidden(answer, *reading.cacheAge))
        flag(reading, "age-unknown");
}

std::optional<Error> sizeFault(const Answer& answer, std::string_view pin)
{
    const auto type = headerOf(answer, "content-type");
    const bool metrics = pin == "prometheus-text" || pin == "openmetrics"
        || type.find("version=0.0.4") != std::string::npos || type.find("openmetrics-text") != std::string::npos;
    if (answer.body.size() <= (metrics ? maxMetricsBytes : maxBytes))
        return std::nullopt;
    return Error{"too-large",
        std::to_string(answer.body.size()) + " bytes, expected at most " + (metrics ? "32 MiB" : "8 MiB"), {}};
}

Error unknownFormat(std::string_view body)
{
    return {"unknown-format",
        body.empty() ? "an empty body, expected a health or telemetry document"
                     : "no format that is known, expected a health or telemetry document",
        {}};
}

Reading notModified(std::string_view pin)
{
    Reading reading;
    reading.format = isAuto(pin) ? std::string{} : std::string(pin);
    reading.notModified = true;
    return reading;
}

/// A text format that is pinned, or that the text shows; null where the body has to be JSON.
const Format* textFormat(const Document& document, const Format* pinned)
{
    if (!pinned)
        return recognised(document, Takes::Text);
    // A page in place of the format that was agreed on.
    if (looksLikeHtml(document) && !pinned->matches(document))
        return formatNamed("error-document", Takes::Text);
    return pinned->takes == Takes::Text ? pinned : nullptr;
}

Result<Reading> readJson(const Answer& answer, std::string_view text, const Format* pinned)
{
    const auto document = jsonDocument(answer, text);
    if (!document)
        return document.error();
    if (auto refused = refusedBy(document->status))
        return *refused;
    const auto* format = pinned ? pinned : recognised(*document, Takes::Json);
    if (!format)
        return doubtfulBy(document->status, answer).value_or(unknownFormat(text));
    return format->read(*document);
}

Result<Reading> readBody(const Answer& answer, std::string_view pin)
{
    const auto text = trimmedBody(answer.body);
    const bool startsJson = text.starts_with('{') || text.starts_with('[') || text.starts_with('"');
    const auto* pinned = isAuto(pin) ? nullptr : formatNamed(pin, startsJson ? Takes::Json : Takes::Text);
    const Document document{answer, answer.status, text, {}, {}};
    if (const auto* format = textFormat(document, pinned))
        return format->read(document);
    if (!startsJson && !pinned)
        return unknownFormat(text);
    return readJson(answer, text, pinned);
}

} // namespace

bool isFormat(std::string_view name)
{
    return name == "auto" || formatNamed(name, Takes::Json);
}

Result<Reading> read(const Answer& answer, std::string_view pin)
{
    if (!isAuto(pin) && !isFormat(pin))
        return Error{"unknown-format", "no format is called \"" + std::string(pin) + "\"", {}};
    if (auto refused = refusedBy(answer.status))
        return *refused;
    if (auto fault = sizeFault(answer, pin))
        return *fault;
    if (answer.status == 304)
        return notModified(pin);
    auto reading = readBody(answer, pin);
    // A limit without a verdict says only: later. With one, the verdict counts and the status is its floor.
    if (const auto doubtful = doubtfulBy(answer.status, answer); doubtful && !hasVerdict(reading))
        return *doubtful;
    if (reading)
        applyCacheAge(reading.value(), answer);
    return reading;
}

} // namespace rungwatch::formats
