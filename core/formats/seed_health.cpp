// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/seed_health.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// The format's own four words come first: `critical` is the third level here, not a failed check.
LevelWord statedLevel(const std::string& word)
{
    const auto own = enumFromName<HealthLevel>(normalisedWord(word));
    return own && *own != HealthLevel::Unknown ? LevelWord{*own} : generalLevel(word);
}

/// By the producer's own rule, from what is down. Levels between are the stated one's to tell.
HealthLevel recomputed(const std::vector<Component>& components)
{
    std::size_t critical = 0;
    std::size_t criticalDown = 0;
    bool anyDown = false;
    for (const auto& component : components) {
        const bool down = component.level == HealthLevel::Unavailable;
        critical += component.critical;
        criticalDown += component.critical && down;
        anyDown = anyDown || down;
    }
    if (criticalDown > 0)
        return criticalDown == critical ? HealthLevel::Unavailable : HealthLevel::Critical;
    return anyDown ? HealthLevel::Degraded : HealthLevel::Healthy;
}

void addService(HealthDraft& draft, const JsonValue& entry, std::string name)
{
    auto& component = draft.part(std::move(name), textAt(&entry, "status"));
    component.critical = truthAt(&entry, "critical").value_or(false);
    component.latency = durationAt(&entry, "latency_ms", std::chrono::milliseconds{1});
    addNote(component, textAt(&entry, "error"));
}

} // namespace

bool looksLikeSeedHealth(const Document& document)
{
    const auto* services = document.root.isObject() ? document.root.find("services") : nullptr;
    return services && services->isArray();
}

Result<Reading> readSeedHealth(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "seed-health");
    draft.reading().message = textAt(root, "message");
    draft.reading().degradedFeatures = textsAt(root, "degraded_features");
    EntryNames names;
    const auto& entries = listAt(root, "services");
    for (std::size_t i = 0; i < entries.size(); ++i)
        addService(draft, entries[i], names.of(textAt(&entries[i], "name"), i));
    if (const auto word = textAt(root, "status"); !word.empty())
        draft.verdict(statedLevel(word));

    draft.flagNoChecks();
    const auto& components = draft.reading().components;
    if (std::none_of(components.begin(), components.end(), [](const Component& part) { return part.deliberate; }))
        draft.atLeast(recomputed(components), "components-worse");
    return draft.finish();
}

} // namespace rungwatch::formats
