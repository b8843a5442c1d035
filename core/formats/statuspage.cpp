// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/statuspage.h"

#include "rungwatch/formats/statuspage_incident.h"

namespace rungwatch::formats {

namespace {

/// Some clones say it in the singular.
constexpr const char* maintenanceLists[]{"scheduled_maintenances", "scheduled_maintenance"};

void readComponents(const JsonValue& root, Reading& reading)
{
    EntryNames names;
    const auto& entries = listAt(&root, "components");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (truthAt(&entries[i], "group") == true)
            continue; // a heading over others, which are listed themselves
        auto& component = reading.components.emplace_back();
        component.name = names.of(textAt(&entries[i], "name"), i);
        const auto word = textAt(&entries[i], "status");
        const auto level = word.empty() ? LevelWord{} : pageLevel(word);
        component.level = level.level;
        if (level.unknownWord) {
            component.note = word;
            flag(reading, "unknown-word");
        }
    }
}

std::optional<HealthLevel> indicatorOf(const JsonValue& root, Reading& reading)
{
    const auto* status = objectAt(&root, "status");
    reading.message = textAt(status, "description");
    const auto word = textAt(status, "indicator");
    if (word.empty())
        return std::nullopt;
    const auto level = pageLevel(word);
    if (level.unknownWord)
        flag(reading, "unknown-word");
    return level.level == HealthLevel::Unknown ? HealthLevel::Degraded : level.level;
}

/// A list that is there, though empty, says that there is no incident. A page without any of it says nothing.
bool isList(const JsonValue& root, std::string_view key)
{
    const auto* list = root.find(key);
    return list && list->isArray();
}

} // namespace

bool looksLikeStatuspage(const Document& document)
{
    const auto& root = document.root;
    if (!root.isObject() || !root.has("page"))
        return false;
    return objectAt(&root, "status") || root.has("components") || root.has("incidents") || root.has(maintenanceLists[0])
        || root.has(maintenanceLists[1]);
}

Result<Reading> readStatuspage(const Document& document)
{
    const auto& root = document.root;
    if (auto fault = listFault(root, {"components", "incidents", maintenanceLists[0], maintenanceLists[1]}))
        return *fault;
    Reading reading;
    reading.format = "statuspage-v2";
    reading.flags = document.flags;
    readComponents(root, reading);
    for (const auto& entry : listAt(&root, "incidents"))
        addStatuspageIncident(entry, false, reading);
    for (const auto* list : maintenanceLists)
        for (const auto& entry : listAt(&root, list))
            addStatuspageIncident(entry, true, reading);
    sortByTime(reading.timeline);

    reading.level = indicatorOf(root, reading);
    if (!reading.level)
        reading.level = worstOfParts(reading.components);
    if (isList(root, "incidents") || !reading.incidents.empty())
        reading.level = worse(reading.level.value_or(HealthLevel::Healthy), levelOf(reading.incidents));
    if (!reading.level)
        return Error{"unknown-format", "no indicator, no component and no list of incidents", {}};
    applyMasking(reading, std::vector<bool>(reading.components.size(), false));
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
