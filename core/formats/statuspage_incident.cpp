// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/statuspage_incident.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// `display_at` can be dated back; `created_at` is when it was typed.
std::optional<WallTime> timeOf(const JsonValue& update)
{
    const auto shown = timeAt(&update, "display_at");
    return shown ? shown : timeAt(&update, "created_at");
}

/// They come newest first, so that equal times are in their order once turned round.
std::vector<IncidentUpdate> updatesOf(const JsonValue& entry)
{
    std::vector<IncidentUpdate> updates;
    for (const auto& update : listAt(&entry, "incident_updates"))
        updates.push_back({timeOf(update), textAt(&update, "status"), textAt(&update, "body")});
    std::reverse(updates.begin(), updates.end());
    sortByTime(updates);
    return updates;
}

std::optional<WallTime> startOf(const JsonValue& entry, const IncidentReading& incident)
{
    for (const auto* key : {incident.maintenance ? "scheduled_for" : "started_at", "started_at"})
        if (const auto at = timeAt(&entry, key))
            return at;
    auto first = timeAt(&entry, "created_at");
    for (const auto& update : incident.updates)
        if (update.at && (!first || *update.at < *first))
            first = update.at;
    return first;
}

std::optional<WallTime> endOf(const JsonValue& entry, const IncidentReading& incident)
{
    if (!incident.resolved)
        return std::nullopt;
    if (const auto at = timeAt(&entry, "resolved_at"))
        return at;
    for (const auto& update : incident.updates)
        if (isOver(update.status))
            return update.at;
    return std::nullopt;
}

TimelineEntry moveOf(const IncidentReading& incident, std::optional<WallTime> at, const std::string& name)
{
    TimelineEntry move;
    move.at = at;
    move.kind = "component";
    move.name = name;
    move.incident = incident.id;
    return move;
}

/// What each update says of the components; false where none says anything.
bool addToldMoves(const JsonValue& entry, const IncidentReading& incident, std::vector<TimelineEntry>& timeline)
{
    bool told = false;
    const auto& updates = listAt(&entry, "incident_updates");
    for (auto update = updates.rbegin(); update != updates.rend(); ++update) {
        for (const auto& affected : listAt(&*update, "affected_components")) {
            auto move = moveOf(incident, timeOf(*update), textAt(&affected, "name"));
            move.from = textAt(&affected, "old_status");
            move.to = textAt(&affected, "new_status");
            move.level = move.to.empty() ? HealthLevel::Unknown : pageLevel(move.to).level;
            timeline.push_back(std::move(move));
            told = true;
        }
    }
    return told;
}

/// Older incidents only name their components, with the status of today: they had its impact from start to end.
void addImpliedMoves(const JsonValue& entry, const IncidentReading& incident, std::vector<TimelineEntry>& timeline)
{
    if (!incident.level || *incident.level == HealthLevel::Healthy || !incident.startedAt)
        return;
    for (const auto& component : listAt(&entry, "components")) {
        const auto name = textAt(&component, "name");
        if (name.empty() || truthAt(&component, "group") == true)
            continue;
        auto begun = moveOf(incident, incident.startedAt, name);
        begun.level = incident.level;
        begun.note = "by the incident's impact";
        timeline.push_back(std::move(begun));
        if (!incident.endedAt)
            continue;
        auto ended = moveOf(incident, incident.endedAt, name);
        ended.level = HealthLevel::Healthy;
        ended.note = "by the incident's end";
        timeline.push_back(std::move(ended));
    }
}

} // namespace

void addStatuspageIncident(const JsonValue& entry, bool maintenance, Reading& reading)
{
    if (!entry.isObject())
        return;
    IncidentReading incident;
    incident.id = textAt(&entry, "id");
    incident.name = textAt(&entry, "name");
    incident.status = textAt(&entry, "status");
    incident.impact = textAt(&entry, "impact");
    incident.maintenance = maintenance;
    incident.resolved = isOver(incident.status);
    incident.updates = updatesOf(entry);
    incident.startedAt = startOf(entry, incident);
    incident.endedAt = endOf(entry, incident);
    if (incident.impact.empty())
        incident.impact = "unknown";
    const auto level = pageLevel(incident.impact);
    incident.level = level.level == HealthLevel::Unknown ? HealthLevel::Degraded : level.level;
    if (level.unknownWord)
        flag(reading, "unknown-word");
    if (!addToldMoves(entry, incident, reading.timeline))
        addImpliedMoves(entry, incident, reading.timeline);
    reading.incidents.push_back(std::move(incident));
}

} // namespace rungwatch::formats
