// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/incident_list.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

template <class Entry> void stableByTime(std::vector<Entry>& entries)
{
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.at < b.at; });
}

bool isPlanned(std::string_view status)
{
    const auto plain = normalisedWord(status);
    return plain == "scheduled" || plain == "maintenancescheduled";
}

} // namespace

LevelWord pageLevel(std::string_view word)
{
    const auto plain = normalisedWord(word);
    if (plain == "none")
        return {HealthLevel::Healthy};
    if (plain == "critical")
        return {HealthLevel::Unavailable};
    return generalLevel(word);
}

bool isOver(std::string_view status)
{
    const auto plain = normalisedWord(status);
    return plain == "resolved" || plain == "postmortem" || plain == "completed" || plain == "maintenancecomplete";
}

void sortByTime(std::vector<TimelineEntry>& entries)
{
    stableByTime(entries);
}

void sortByTime(std::vector<IncidentUpdate>& updates)
{
    stableByTime(updates);
}

bool isUnderWay(const IncidentReading& incident)
{
    return !incident.resolved && !(incident.maintenance && isPlanned(incident.status));
}

HealthLevel levelOf(const std::vector<IncidentReading>& incidents)
{
    auto level = HealthLevel::Healthy;
    for (const auto& incident : incidents)
        if (isUnderWay(incident) && incident.level)
            level = worse(level, *incident.level);
    return level;
}

std::optional<HealthLevel> worstOfParts(const std::vector<Component>& components)
{
    std::optional<HealthLevel> worst;
    bool better = false;
    for (const auto& component : components) {
        if (component.level == HealthLevel::Unknown)
            continue;
        worst = worst ? worse(*worst, component.level) : component.level;
        better = better || component.level != HealthLevel::Unavailable;
    }
    return worst == HealthLevel::Unavailable && better ? HealthLevel::Critical : worst;
}

void PartLevels::add(Reading& reading, const std::string& name, HealthLevel level)
{
    const auto [place, isNew] = m_places.emplace(name, reading.components.size());
    if (isNew)
        reading.components.emplace_back().name = name;
    auto& component = reading.components[place->second];
    component.level = worse(component.level, level);
}

std::optional<Error> listFault(const JsonValue& root, std::initializer_list<const char*> lists)
{
    for (const auto* list : lists)
        if (listAt(&root, list).size() > maxComponents)
            return Error{"too-large", "more than 5000 entries", std::string("/") + list};
    return std::nullopt;
}

} // namespace rungwatch::formats
