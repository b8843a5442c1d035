// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/alexliesenfeld_health.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

bool isLowerCase(std::string_view word)
{
    return !word.empty() && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

} // namespace

bool looksLikeAlexliesenfeldHealth(const Document& document)
{
    const auto* details = objectAt(&document.root, "details");
    return details && std::any_of(details->members.begin(), details->members.end(), [](const JsonMember& member) {
        return isLowerCase(textAt(&member.value, "status")) && member.value.has("timestamp");
    });
}

Result<Reading> readAlexliesenfeldHealth(const Document& document)
{
    HealthDraft draft(document, "alexliesenfeld-health");
    draft.verdict(textAt(&document.root, "status"));
    for (const auto* member : membersOf(objectAt(&document.root, "details"))) {
        auto& component = draft.part(member->key, textAt(&member->value, "status"));
        addNote(component, textAt(&member->value, "error"));
        component.checkedAt = timeAt(&member->value, "timestamp"); // a check that never ran has none
    }
    return draft.finish();
}

} // namespace rungwatch::formats
