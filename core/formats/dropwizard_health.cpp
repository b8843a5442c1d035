// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/dropwizard_health.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

bool looksLikeDropwizardHealth(const Document& document)
{
    const auto& members = document.root.members;
    return !members.empty() && std::all_of(members.begin(), members.end(), [](const JsonMember& member) {
        const auto* healthy = member.value.isObject() ? member.value.find("healthy") : nullptr;
        return healthy && healthy->kind == JsonValue::Kind::Boolean;
    });
}

Result<Reading> readDropwizardHealth(const Document& document)
{
    HealthDraft draft(document, "dropwizard-health");
    for (const auto* member : membersOf(&document.root)) {
        const auto* check = &member->value;
        const auto healthy = truthAt(check, "healthy");
        auto& component = draft.part(member->key, {},
            {!healthy          ? HealthLevel::Unknown
                    : *healthy ? HealthLevel::Healthy
                               : HealthLevel::Unavailable});
        const auto message = textAt(check, "message");
        addNote(component, message.empty() ? textAt(objectAt(check, "error"), "message") : message);
        component.latency = durationAt(check, "duration", std::chrono::milliseconds{1});
        component.checkedAt = timeAt(check, "timestamp");
    }
    return draft.finish();
}

} // namespace rungwatch::formats
