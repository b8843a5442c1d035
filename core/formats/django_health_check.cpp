// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/django_health_check.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// What a check's text says, by how it starts: the rest of it is free.
std::optional<LevelWord> levelOfText(std::string_view text)
{
    if (text.starts_with("working"))
        return LevelWord{HealthLevel::Healthy};
    if (text.starts_with("warning:"))
        return LevelWord{HealthLevel::Degraded};
    for (const std::string_view start : {"unavailable:", "unexpected", "unknown error"})
        if (text.starts_with(start))
            return LevelWord{HealthLevel::Unavailable};
    return std::nullopt;
}

} // namespace

bool looksLikeDjangoHealthCheck(const Document& document)
{
    const auto& members = document.root.members;
    return !members.empty() && std::all_of(members.begin(), members.end(), [](const JsonMember& member) {
        return member.value.isText() && levelOfText(member.value.text);
    });
}

Result<Reading> readDjangoHealthCheck(const Document& document)
{
    HealthDraft draft(document, "django-health-check");
    for (const auto* member : membersOf(&document.root)) {
        const auto& text = member->value.text;
        const auto level = levelOfText(text).value_or(text.empty() ? LevelWord{} : generalLevel(text));
        auto& component = draft.part(member->key, text, level);
        if (level.level != HealthLevel::Healthy)
            component.note = text;
    }
    return draft.finish();
}

} // namespace rungwatch::formats
