// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/terminus.h"

#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

namespace {

/// A cause is an object of the application's own making: its message, or else its members as "name: text".
std::string causeText(const JsonValue& cause)
{
    if (cause.isText())
        return cause.text;
    if (const auto message = textAt(&cause, "message"); !message.empty())
        return message;
    std::string text;
    for (const auto* member : membersOf(&cause))
        if (member->value.isText())
            text += (text.empty() ? "" : ", ") + member->key + ": " + member->value.text;
    return text.empty() ? "no message" : text;
}

/// A cause that stands alone, not in a list. Parts by name are no causes.
const JsonValue* loneCause(const JsonValue& root)
{
    const auto* error = objectAt(&root, "error");
    for (const auto* member : membersOf(error))
        if (member->value.isObject())
            return nullptr;
    return membersOf(error).empty() ? nullptr : error;
}

} // namespace

bool looksLikeTerminus(const Document& document)
{
    const auto& root = document.root;
    return root.isObject() && root.has("status") && (root.has("info") || root.has("error") || root.has("details"));
}

Result<Reading> readTerminus(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "terminus");
    draft.verdict(textAt(root, "status"));

    // The same result stands under `details` and again under `info` or `error`.
    const auto* details = objectAt(root, "details");
    for (const auto* member : membersOf(details ? details : objectAt(root, "info")))
        if (member->value.isObject())
            addNote(draft.part(member->key, textAt(&member->value, "status")), textAt(&member->value, "message"));

    // A failure lists its causes, twice as well, and names no part.
    auto& reading = draft.reading();
    reading.message = textAt(root, "error");
    const auto& first = listAt(root, "error");
    const auto& causes = first.empty() ? listAt(root, "details") : first;
    for (const auto& cause : causes)
        reading.message += (reading.message.empty() ? "" : "; ") + causeText(cause);
    if (!causes.empty())
        reading.errors = causes.size();
    if (const auto* cause = loneCause(*root)) {
        reading.message = causeText(*cause);
        reading.errors = 1;
    }
    return draft.finish();
}

} // namespace rungwatch::formats
