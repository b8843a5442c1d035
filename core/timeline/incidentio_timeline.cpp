// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/incidentio_incident.h"
#include "rungwatch/timeline/source_text.h"

namespace rungwatch::timeline {

namespace {

using namespace formats;

constexpr const char* incidentLists[]{"status_page_incidents", "incidents", "ongoing_incidents"};
constexpr const char* maintenanceLists[]{"in_progress_maintenances", "scheduled_maintenances"};

bool hasAnyList(const JsonValue& page)
{
    for (const auto* list : incidentLists)
        if (page.has(list))
            return true;
    return page.has(maintenanceLists[0]) || page.has(maintenanceLists[1]);
}

/// The parts of a widget's incident have a state now, which holds since the incident's last word.
void addStatesNow(const JsonValue& entry, PageParts& parts, Reading& part)
{
    if (!part.timeline.empty() || part.incidents.empty())
        return;
    auto at = timeAt(&entry, "last_update_at");
    if (!at)
        at = part.incidents.front().startedAt;
    for (const auto& affected : listAt(&entry, "affected_components")) {
        TimelineEntry move;
        move.at = at;
        move.kind = "component";
        move.name = textAt(&affected, "name");
        if (const auto named = parts.nameOfId.find(textAt(&affected, "id"));
            move.name.empty() && named != parts.nameOfId.end())
            move.name = named->second;
        if (move.name.empty())
            move.name = textAt(&affected, "id");
        move.to = textAt(&affected, "current_status");
        if (move.to.empty())
            move.to = textAt(&affected, "status");
        move.level = move.to.empty() ? HealthLevel::Unknown : pageLevel(move.to).level;
        part.timeline.push_back(std::move(move));
    }
}

/// Where there are no ready-made intervals, each update tells the states of its components.
void addStatesOfUpdates(const JsonValue& entry, PageParts& parts, Reading& part)
{
    if (!part.timeline.empty())
        return;
    for (const auto& update : listAt(&entry, "updates"))
        for (const auto& status : listAt(&update, "component_statuses")) {
            TimelineEntry move;
            move.at = timeAt(&update, "published_at");
            move.kind = "component";
            const auto id = textAt(&status, "component_id");
            const auto named = parts.nameOfId.find(id);
            move.name = named == parts.nameOfId.end() ? id : named->second;
            move.to = textAt(&status, "component_status");
            move.level = move.to.empty() ? HealthLevel::Unknown : pageLevel(move.to).level;
            part.timeline.push_back(std::move(move));
        }
    sortByTime(part.timeline);
}

void placeEntry(
    const JsonValue& entry, bool maintenance, PageParts& parts, const std::string& pointer, ForeignTimeline& timeline)
{
    const auto where = placeOf(pointer, entry);
    if (!entry.isObject())
        return timeline.unplaced.push_back({where, "expected an incident"});
    Reading part;
    addIncidentioIncident(entry, parts, part);
    auto& incident = part.incidents.front();
    incident.maintenance = maintenance;
    addStatesOfUpdates(entry, parts, part);
    addStatesNow(entry, parts, part);
    placeIncident(part, where, timeline);
}

} // namespace

Result<ForeignTimeline> readIncidentioTimeline(std::string_view bytes)
{
    const auto root = rootOf(bytes);
    if (!root)
        return root.error();
    const auto* summary = objectAt(&*root, "summary");
    const std::string prefix = summary ? "/summary" : "";
    const auto& page = summary ? *summary : *root;
    const auto* single = objectAt(&page, "status_page_incident");
    if (!hasAnyList(page) && !single)
        return Error{"unknown-format", "expected a list of incidents: status_page_incidents or ongoing_incidents",
            "/status_page_incidents (line 1)"};
    ForeignTimeline timeline;
    timeline.source = "incidentio";
    timeline.name = textAt(&page, "page_title");
    if (timeline.name.empty())
        timeline.name = textAt(&page, "name");
    timeline.url = webAddress(textAt(&page, "page_url"));
    auto parts = pagePartsOf(page);
    if (single)
        placeEntry(*single, false, parts, prefix + "/status_page_incident", timeline);
    const auto placeList = [&](const char* key, bool maintenance) {
        const auto& entries = listAt(&page, key);
        for (std::size_t i = 0; i < entries.size(); ++i)
            placeEntry(entries[i], maintenance, parts, prefix + "/" + key + "/" + std::to_string(i), timeline);
    };
    for (const auto* key : incidentLists)
        placeList(key, false);
    for (const auto* key : maintenanceLists)
        placeList(key, true);
    return finished(std::move(timeline));
}

} // namespace rungwatch::timeline
