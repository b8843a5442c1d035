// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/document.h"
#include "rungwatch/formats/statuspage_incident.h"
#include "rungwatch/timeline/source_text.h"

namespace rungwatch::timeline {

namespace {

void placeEntry(const JsonValue& entry, bool maintenance, const std::string& pointer, ForeignTimeline& timeline)
{
    Reading part;
    formats::addStatuspageIncident(entry, maintenance, part);
    placeIncident(part, placeOf(pointer, entry), timeline);
}

void placeList(const JsonValue& root, const char* key, bool maintenance, ForeignTimeline& timeline)
{
    const auto& entries = formats::listAt(&root, key);
    for (std::size_t i = 0; i < entries.size(); ++i)
        placeEntry(entries[i], maintenance, "/" + std::string(key) + "/" + std::to_string(i), timeline);
}

} // namespace

Result<ForeignTimeline> readStatuspageTimeline(std::string_view bytes)
{
    const auto root = rootOf(bytes);
    if (!root)
        return root.error();
    constexpr const char* maintenances[]{"scheduled_maintenances", "scheduled_maintenance"};
    const auto* single = formats::objectAt(&*root, "incident");
    if (!single && !root->has("incidents") && !root->has(maintenances[0]) && !root->has(maintenances[1]))
        return Error{
            "unknown-format", "expected a list of incidents, as /api/v2/incidents.json has it", "/incidents (line 1)"};
    ForeignTimeline timeline;
    timeline.source = "statuspage";
    const auto* page = formats::objectAt(&*root, "page");
    timeline.name = formats::textAt(page, "name");
    timeline.url = webAddress(formats::textAt(page, "url"));
    if (single)
        placeEntry(*single, false, "/incident", timeline);
    placeList(*root, "incidents", false, timeline);
    for (const auto* key : maintenances)
        placeList(*root, key, true, timeline);
    return finished(std::move(timeline));
}

} // namespace rungwatch::timeline
