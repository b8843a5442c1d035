// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/seed_health.h"

#include "rungwatch/formats/level_words.h"

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

Component componentFrom(const JsonValue& entry, EntryNames& names, std::size_t position)
{
    Component component;
    component.name = names.of(textAt(&entry, "name"), position);
    component.critical = truthAt(&entry, "critical").value_or(false);
    component.latency = durationAt(&entry, "latency_ms", std::chrono::milliseconds{1});
    component.note = textAt(&entry, "error");
    return component;
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
    const auto& entries = listAt(root, "services");
    if (entries.size() > maxComponents)
        return Error{"too-large", "more than 5000 services in one health document", "/services"};

    Reading reading;
    reading.format = "seed-health";
    reading.message = textAt(root, "message");
    reading.flags = document.flags;
    EntryNames names;
    std::vector<bool> deliberate;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto& component = reading.components.emplace_back(componentFrom(entries[i], names, i));
        const auto word = textAt(&entries[i], "status");
        const auto level = word.empty() ? LevelWord{} : generalLevel(word);
        component.level = level.level;
        deliberate.push_back(level.deliberate);
        if (level.unknownWord) {
            flag(reading, "unknown-word");
            component.note = component.note.empty() ? word : word + ": " + component.note;
        }
        if (level.deliberate)
            flag(reading, "deliberate");
    }

    if (const auto word = textAt(root, "status"); !word.empty()) {
        const auto level = statedLevel(word);
        reading.level = level.level == HealthLevel::Unknown ? HealthLevel::Degraded : level.level;
        if (level.unknownWord)
            flag(reading, "unknown-word");
        if (level.deliberate)
            flag(reading, "deliberate");
    } else
        reading.level = levelOf(reading.components);
    if (!reading.level)
        return Error{"unknown-format", "no status and no service that says anything", "/status"};

    if (entries.empty())
        flag(reading, "no-checks");
    applyMasking(reading, deliberate);
    const auto byRule = recomputed(reading.components);
    const bool onPurpose = std::find(deliberate.begin(), deliberate.end(), true) != deliberate.end();
    if (!onPurpose && worse(*reading.level, byRule) != *reading.level) {
        reading.level = byRule;
        flag(reading, "components-worse");
    }
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
