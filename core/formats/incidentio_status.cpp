// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/incidentio_status.h"

#include "rungwatch/formats/incidentio_incident.h"

namespace rungwatch::formats {

namespace {

constexpr std::string_view maintenanceUnderWay{"in_progress_maintenances"};

Error noList()
{
    return {"unknown-format", "no list of incidents, which is not the same as none", "/ongoing_incidents"};
}

bool hasList(const JsonValue* object, std::string_view key)
{
    const auto* list = object && object->isObject() ? object->find(key) : nullptr;
    return list && list->isArray();
}

/// Maintenance that goes on degrades; what is only planned does not yet.
void addMaintenances(const JsonValue& page, PageParts& parts, Reading& reading)
{
    const auto before = reading.incidents.size();
    for (const auto& entry : listAt(&page, maintenanceUnderWay)) {
        addIncidentioIncident(entry, parts, reading);
        auto& maintenance = reading.incidents.back();
        TimelineEntry begun;
        begun.at = maintenance.startedAt;
        begun.kind = "maintenance";
        begun.name = maintenance.name;
        begun.to = maintenance.status;
        begun.level = HealthLevel::Degraded;
        begun.incident = maintenance.id;
        reading.timeline.push_back(std::move(begun));
    }
    if (reading.incidents.size() > before)
        reading.level = worse(reading.level.value_or(HealthLevel::Healthy), HealthLevel::Degraded);
    reading.incidents.resize(before); // work that was announced is no incident
}

/// The page form names every component once, and says of the affected ones alone how they are: the rest works.
void addComponents(const JsonValue& page, PageParts& parts, Reading& reading)
{
    for (const auto& name : parts.names)
        parts.levels.add(reading, name, HealthLevel::Healthy);
    for (const auto& entry : listAt(&page, "affected_components"))
        addAffected(entry, parts, reading);
}

Result<Reading> readPage(const JsonValue& page, Reading reading)
{
    if (!hasList(&page, "ongoing_incidents"))
        return noList();
    auto parts = pagePartsOf(page);
    addComponents(page, parts, reading);
    for (const auto& entry : listAt(&page, "ongoing_incidents"))
        addIncidentioIncident(entry, parts, reading);
    reading.level = levelOf(reading.incidents);
    addMaintenances(page, parts, reading);
    return reading;
}

} // namespace

bool looksLikeIncidentioStatus(const Document& document)
{
    const auto& root = document.root;
    return root.isObject()
        && (root.has("ongoing_incidents") || hasList(objectAt(&root, "summary"), "ongoing_incidents")
            || root.has("status_page_incidents"));
}

Result<Reading> readIncidentioStatus(const Document& document)
{
    const auto& root = document.root;
    const auto* summary = objectAt(&root, "summary");
    const auto& page = summary ? *summary : root;
    if (auto fault = listFault(page, {"ongoing_incidents", "in_progress_maintenances", "components"}))
        return *fault;
    if (auto fault = listFault(root, {"status_page_incidents"}))
        return *fault;

    Reading start;
    start.format = "incidentio-status";
    start.flags = document.flags;
    Result<Reading> result = noList();
    if (hasList(&root, "status_page_incidents")) {
        PageParts parts; // their names stand in another document
        for (const auto& entry : listAt(&root, "status_page_incidents"))
            addIncidentioIncident(entry, parts, start);
        start.level = levelOf(start.incidents);
        result = std::move(start);
    } else
        result = readPage(page, std::move(start));
    if (!result)
        return result;
    auto& reading = result.value();
    sortByTime(reading.timeline);
    applyMasking(reading, std::vector<bool>(reading.components.size(), false));
    applyFloor(reading, document.status);
    return result;
}

} // namespace rungwatch::formats
