// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/spring_boot_health.h"

#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/spring_entry.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

struct SpringTree {
    HealthDraft draft;
    EntryNames breakerNames;

    void addBreaker(Component& component, const std::string& name, const JsonValue* details)
    {
        auto breaker = springBreaker(details, draft.reading());
        if (!breaker)
            return;
        breaker->name = breakerNames.of(name, draft.reading().breakers.size());
        if (const auto level = componentLevelOf(*breaker); breaker->state || level != HealthLevel::Unknown)
            component.level = level;
        draft.reading().breakers.push_back(std::move(*breaker));
    }

    void addEntry(const std::string& prefix, const std::string& name, const JsonValue& entry)
    {
        const auto* details = objectAt(&entry, "details");
        auto& component = draft.part(prefix + name, entry.isText() ? entry.text : springStatus(&entry));
        addNote(component, springDescription(&entry));
        addNote(component, textAt(details, "error"));
        addBreaker(component, name, details);
        addHystrixBreakers(draft.reading(), details);
        addChildren(prefix + name + "/", entry);
    }

    /// `details` are a free bag in which only what has a status of its own is a component.
    void addChildren(const std::string& prefix, const JsonValue& entry)
    {
        for (const auto* member : membersOf(objectAt(&entry, "components")))
            addEntry(prefix, member->key, member->value);
        EntryNames names;
        const auto& listed = listAt(&entry, "components");
        for (std::size_t i = 0; i < listed.size(); ++i)
            addEntry(prefix, names.of(textAt(&listed[i], "name"), i), listed[i]);
        for (const auto* member : membersOf(objectAt(&entry, "details")))
            if (!springStatus(&member->value).empty())
                addEntry(prefix, member->key, member->value);
    }
};

bool isUpperCase(std::string_view word)
{
    return !word.empty() && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool hasUpperCaseDetail(const JsonValue* details)
{
    return details && std::any_of(details->members.begin(), details->members.end(), [](const JsonMember& member) {
        return isUpperCase(textAt(&member.value, "status"));
    });
}

} // namespace

bool looksLikeSpringBootHealth(const Document& document)
{
    const auto* root = &document.root;
    if (!root->isObject())
        return false;
    return document.header("content-type").find("spring-boot.actuator") != std::string_view::npos
        || root->has("components") || root->has("groups") || objectAt(root, "status")
        || hasUpperCaseDetail(objectAt(root, "details"));
}

Result<Reading> readSpringBootHealth(const Document& document)
{
    const auto* root = &document.root;
    SpringTree tree{HealthDraft(document, "spring-boot-health"), {}};
    tree.draft.verdict(springStatus(root));
    tree.draft.reading().message = springDescription(root);
    tree.draft.reading().groups = textsAt(root, "groups");
    tree.addChildren({}, *root);
    return tree.draft.finish();
}

} // namespace rungwatch::formats
