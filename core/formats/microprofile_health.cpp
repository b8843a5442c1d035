// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/microprofile_health.h"

#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

namespace {

/// Node's copy adds a last word for a service that has been stopped.
LevelWord levelOfWord(const std::string& word)
{
    if (word.empty())
        return {};
    return normalisedWord(word) == "stopped" ? LevelWord{HealthLevel::Unavailable} : generalLevel(word);
}

/// Releases and copies mix the old member names with the new ones.
std::string either(const JsonValue* object, std::string_view first, std::string_view second)
{
    const auto word = textAt(object, first);
    return word.empty() ? textAt(object, second) : word;
}

} // namespace

bool looksLikeMicroprofileHealth(const Document& document)
{
    const auto* root = &document.root;
    if (!root->isObject() || document.header("content-type").find("health+json") != std::string_view::npos)
        return false;
    const auto* checks = root->find("checks");
    return checks && checks->isArray() && (root->has("status") || root->has("outcome"));
}

Result<Reading> readMicroprofileHealth(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "microprofile-health");
    if (const auto word = either(root, "status", "outcome"); !word.empty())
        draft.verdict(levelOfWord(word));

    EntryNames names;
    const auto& checks = listAt(root, "checks");
    for (std::size_t i = 0; i < checks.size(); ++i) {
        const auto word = either(&checks[i], "status", "state");
        auto& component = draft.part(names.of(textAt(&checks[i], "name"), i), word, levelOfWord(word));
        addNote(component, either(objectAt(&checks[i], "data"), "reason", "error"));
    }
    draft.flagNoChecks();
    return draft.finish();
}

} // namespace rungwatch::formats
