// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/seed_response.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// The header's four words; body and header share them.
std::optional<LevelWord> degradationLevel(std::string_view word)
{
    const auto plain = normalisedWord(word);
    if (plain.empty())
        return std::nullopt;
    if (plain == "none")
        return LevelWord{HealthLevel::Healthy};
    return generalLevel(plain);
}

/// A word that nobody knows says at least that something is degraded.
HealthLevel atLeastDegraded(const LevelWord& word)
{
    return word.level == HealthLevel::Unknown ? HealthLevel::Degraded : word.level;
}

std::string trimmedName(std::string_view name)
{
    const auto first = name.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string{}
                                           : std::string(name.substr(first, name.find_last_not_of(" \t") - first + 1));
}

void addOnce(std::vector<std::string>& names, std::string name)
{
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
}

std::vector<std::string> degradedNames(const Document& document, const JsonValue* degradation)
{
    std::vector<std::string> names;
    for (const auto* object : {degradation, &document.root})
        for (auto& name : textsAt(object, "affected"))
            addOnce(names, std::move(name));
    auto listed = document.header("x-degraded-features");
    while (!listed.empty()) {
        const auto comma = listed.find(',');
        addOnce(names, trimmedName(listed.substr(0, comma)));
        listed.remove_prefix(comma == std::string_view::npos ? listed.size() : comma + 1);
    }
    return names;
}

} // namespace

bool looksLikeSeedResponse(const Document& document)
{
    return objectAt(&document.root, "degradation") || !document.header("x-degradation").empty();
}

Result<Reading> readSeedResponse(const Document& document)
{
    HealthDraft draft(document, "seed-response");
    const auto* degradation = objectAt(&document.root, "degradation");
    auto said = degradationLevel(textAt(degradation, "level"));
    if (const auto header = degradationLevel(document.header("x-degradation"))) {
        if (said && said->level != header->level)
            flag(draft.reading(), "header-body-disagree");
        if (!said || worse(atLeastDegraded(*said), atLeastDegraded(*header)) != atLeastDegraded(*said))
            said = header;
    }
    // A severe answer has the status "degraded": the status counts only where nothing else is said.
    if (!said)
        said = degradationLevel(textAt(&document.root, "status"));
    if (said)
        draft.verdict(*said);

    const auto inner = textAt(degradation, "message");
    draft.reading().message = inner.empty() ? textAt(&document.root, "message") : inner;
    draft.reading().degradedFeatures = degradedNames(document, degradation);
    return draft.finish();
}

} // namespace rungwatch::formats
