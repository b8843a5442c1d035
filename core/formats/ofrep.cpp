// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/ofrep.h"

#include "rungwatch/formats/flag_value.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

constexpr std::string_view codes[]{"PARSE_ERROR", "TARGETING_KEY_MISSING", "INVALID_CONTEXT", "GENERAL",
    "FLAG_NOT_FOUND", "TYPE_MISMATCH", "PROVIDER_NOT_READY"};

/// Flipt says `message` where the protocol says `errorDetails`.
std::string detailsOf(const JsonValue& entry)
{
    const auto details = textAt(&entry, "errorDetails");
    return details.empty() ? textAt(&entry, "message") : details;
}

/// A code that the protocol does not have is a general error that tells of it.
Error failureOf(const JsonValue& entry)
{
    auto code = textAt(&entry, "errorCode");
    auto message = detailsOf(entry);
    if (code.empty() || std::find(std::begin(codes), std::end(codes), code) == std::end(codes)) {
        message = code.empty() ? message : code + ": " + message;
        code = "GENERAL";
    }
    if (code == "FLAG_NOT_FOUND")
        message += message.empty() ? "not found, or disabled on an older server"
                                   : " (an older server says so of a disabled flag too)";
    return {code, message.empty() ? "the flag was not evaluated, expected a reason" : message, textAt(&entry, "key")};
}

bool isFailure(const JsonValue& entry)
{
    return entry.has("errorCode") || (entry.has("errorDetails") && !entry.has("reason"));
}

/// No value on success means: use the default in your own code. That is how a disabled flag looks.
FlagReading flagFrom(const JsonValue& entry)
{
    FlagReading flag;
    flag.key = textAt(&entry, "key");
    if (isFailure(entry)) {
        const auto failure = failureOf(entry);
        flag.error = failure.code;
        flag.note = failure.message;
        return flag;
    }
    flag.reason = textAt(&entry, "reason");
    flag.variant = textAt(&entry, "variant");
    flag.value = jsonTextOf(entry.find("value"));
    flag.useCodeDefault = flag.value.empty();
    flag.targeted = flag.reason == "TARGETING_MATCH" || flag.reason == "SPLIT";
    flag.enabled = truthAt(&entry, "value");
    return flag;
}

bool isEvaluation(const JsonValue& entry)
{
    return entry.isObject() && entry.has("key") && (entry.has("reason") || entry.has("errorCode"));
}

bool isBulk(const JsonValue& root)
{
    const auto* flags = root.find("flags");
    return flags && flags->isArray();
}

Result<Reading> readBulk(const JsonValue& root, Reading reading)
{
    const auto& entries = listAt(&root, "flags");
    if (entries.size() > maxComponents)
        return Error{"too-large", "more than 5000 flags", "/flags"};
    std::uint64_t errors = 0;
    for (const auto& entry : entries) {
        if (!entry.isObject())
            continue;
        reading.flagList.push_back(flagFrom(entry));
        errors += !reading.flagList.back().error.empty();
    }
    reading.errors = errors;
    return reading;
}

} // namespace

bool looksLikeOfrep(const Document& document)
{
    const auto& root = document.root;
    if (!root.isObject())
        return false;
    const auto& entries = listAt(&root, "flags");
    return root.has("errorCode") || (root.has("key") && root.has("reason"))
        || std::any_of(entries.begin(), entries.end(), isEvaluation)
        || (document.status >= 500 && root.has("errorDetails"));
}

Result<Reading> readOfrep(const Document& document)
{
    const auto& root = document.root;
    Reading reading;
    reading.format = "ofrep";
    reading.flags = document.flags;
    if (!root.isObject())
        return Error{"unknown-format", "no evaluation of a flag", {}};
    if (isFailure(root))
        return failureOf(root);
    if (isBulk(root))
        return readBulk(root, std::move(reading));
    if (!isEvaluation(root))
        return Error{"unknown-format", "no flag with a reason and none with an error", {}};
    reading.flagList.push_back(flagFrom(root));
    return reading;
}

} // namespace rungwatch::formats
