// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/incidentio_incident.h"

namespace rungwatch::formats {

namespace {

/// The first of the members that says something.
std::string firstText(const JsonValue& object, std::initializer_list<const char*> keys)
{
    for (const auto* key : keys)
        if (auto text = textAt(&object, key); !text.empty())
            return text;
    return {};
}

std::optional<WallTime> firstTime(const JsonValue& object, std::initializer_list<const char*> keys)
{
    for (const auto* key : keys)
        if (const auto at = timeAt(&object, key))
            return at;
    return std::nullopt;
}

std::string nameOfPart(const JsonValue& entry, PageParts& parts, Reading& reading)
{
    if (auto name = firstText(entry, {"name"}); !name.empty())
        return name;
    const auto id = firstText(entry, {"component_id", "id"});
    if (const auto found = parts.nameOfId.find(id); found != parts.nameOfId.end())
        return found->second;
    flag(reading, "unknown-component");
    return id;
}

HealthLevel levelOfWord(const std::string& word, Reading& reading)
{
    const auto level = word.empty() ? LevelWord{} : pageLevel(word);
    if (level.unknownWord)
        flag(reading, "unknown-word");
    return level.level;
}

void takeName(const JsonValue& component, PageParts& parts)
{
    const auto id = firstText(component, {"component_id", "id"});
    const auto name = textAt(&component, "name");
    if (id.empty() || name.empty())
        return;
    const bool isNew = parts.nameOfId.emplace(id, name).second;
    if (isNew && truthAt(&component, "hidden") != true)
        parts.names.push_back(name);
}

void takeUpdates(const JsonValue& entry, IncidentReading& incident)
{
    for (const auto& update : listAt(&entry, "updates"))
        incident.updates.push_back({firstTime(update, {"published_at", "created_at"}),
            firstText(update, {"incident_status", "to_status", "status"}),
            firstText(update, {"message", "message_string"})});
    if (const auto message = textAt(&entry, "last_update_message"); incident.updates.empty() && !message.empty())
        incident.updates.push_back({timeAt(&entry, "last_update_at"), incident.status, message});
    sortByTime(incident.updates);
}

/// Ready-made intervals: each is a move at its start, and one back at its end.
void takeImpacts(const JsonValue& entry, PageParts& parts, IncidentReading& incident, Reading& reading)
{
    for (const auto& impact : listAt(&entry, "component_impacts")) {
        TimelineEntry move;
        move.at = timeAt(&impact, "start_at");
        move.kind = "component";
        move.name = nameOfPart(impact, parts, reading);
        move.to = firstText(impact, {"component_status", "status"});
        move.level = levelOfWord(move.to, reading);
        move.incident = incident.id;
        const auto end = timeAt(&impact, "end_at");
        if (!end)
            incident.level = worse(incident.level.value_or(HealthLevel::Unknown), *move.level);
        reading.timeline.push_back(move);
        if (!end)
            continue;
        move.at = end;
        move.from = move.to;
        move.to = "operational";
        move.level = HealthLevel::Healthy;
        reading.timeline.push_back(std::move(move));
    }
}

} // namespace

PageParts pagePartsOf(const JsonValue& page)
{
    PageParts parts;
    for (const auto& component : listAt(&page, "components"))
        takeName(component, parts);
    for (const auto& item : listAt(objectAt(&page, "structure"), "items")) {
        if (const auto* component = objectAt(&item, "component"))
            takeName(*component, parts);
        for (const auto& component : listAt(objectAt(&item, "group"), "components"))
            takeName(component, parts);
    }
    return parts;
}

void addAffected(const JsonValue& entry, PageParts& parts, Reading& reading)
{
    const auto name = nameOfPart(entry, parts, reading);
    parts.levels.add(reading, name, levelOfWord(firstText(entry, {"current_status", "status"}), reading));
}

void addIncidentioIncident(const JsonValue& entry, PageParts& parts, Reading& reading)
{
    IncidentReading incident;
    incident.id = textAt(&entry, "id");
    incident.name = textAt(&entry, "name");
    incident.status = firstText(entry, {"status", "incident_status"});
    incident.impact = textAt(&entry, "current_worst_impact");
    incident.resolved = isOver(incident.status);
    takeUpdates(entry, incident);
    incident.startedAt = firstTime(entry, {"started_at", "published_at", "created_at"});
    if (!incident.startedAt && listAt(&entry, "updates").size() > 0)
        incident.startedAt = incident.updates.front().at;
    if (incident.resolved)
        incident.endedAt = incident.updates.empty() ? timeAt(&entry, "last_update_at") : incident.updates.back().at;
    if (const auto level = levelOfWord(incident.impact, reading); level != HealthLevel::Unknown)
        incident.level = level;
    takeImpacts(entry, parts, incident, reading);
    for (const auto& affected : listAt(&entry, "affected_components"))
        addAffected(affected, parts, reading);
    // An incident that tells of no impact is one all the same.
    if (!incident.level || *incident.level == HealthLevel::Unknown)
        incident.level = HealthLevel::Degraded;
    if (incident.impact.empty())
        incident.impact = "unknown";
    reading.incidents.push_back(std::move(incident));
}

} // namespace rungwatch::formats
