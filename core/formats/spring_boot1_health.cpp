// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/spring_boot1_health.h"

#include "rungwatch/formats/spring_entry.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Indicators lie flat among free fields: an object with a status of its own is one.
void addIndicators(HealthDraft& draft, const std::string& prefix, const JsonValue& holder)
{
    for (const auto* member : membersOf(&holder)) {
        const auto* entry = &member->value;
        const auto word = springStatus(entry);
        if (word.empty())
            continue;
        auto& component = draft.part(prefix + member->key, word);
        addNote(component, springDescription(entry));
        addNote(component, textAt(entry, "error"));
        addHystrixBreakers(draft.reading(), entry);
        addIndicators(draft, prefix + member->key + "/", *entry);
    }
}

} // namespace

bool declaresSpringBoot1Health(const Document& document)
{
    return document.header("content-type").find("actuator.v1") != std::string_view::npos;
}

bool looksLikeSpringBoot1Health(const Document& document)
{
    const auto& root = document.root;
    return root.isObject() && root.has("status")
        && std::any_of(root.members.begin(), root.members.end(),
            [](const JsonMember& member) { return member.value.isObject() && member.value.has("status"); });
}

Result<Reading> readSpringBoot1Health(const Document& document)
{
    HealthDraft draft(document, "spring-boot1-health");
    draft.verdict(springStatus(&document.root));
    draft.reading().message = springDescription(&document.root);
    addIndicators(draft, {}, document.root);
    return draft.finish();
}

} // namespace rungwatch::formats
