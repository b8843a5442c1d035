// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/incident_list.h"
#include "rungwatch/timeline/source_text.h"

namespace rungwatch::timeline {

namespace {

using Kind = ForeignEvent::Kind;

void placeUpdates(const IncidentReading& incident, const std::string& where, ForeignTimeline& timeline)
{
    for (const auto& update : incident.updates) {
        const auto text = sentence({incident.name, update.status, update.text});
        if (!update.at)
            timeline.unplaced.push_back({where, "an update without a time: " + text});
        else
            timeline.add({.at = *update.at, .kind = Kind::Note, .text = text, .incident = incident.id});
    }
    if (incident.updates.empty() && incident.startedAt)
        timeline.add({.at = *incident.startedAt,
            .kind = Kind::Note,
            .text = sentence({incident.name, incident.status}),
            .incident = incident.id});
}

/// The level before the first word about a part, where the page tells it.
void noteBefore(const TimelineEntry& move, const std::string& service, ForeignTimeline& timeline)
{
    const auto level = move.from.empty() ? HealthLevel::Healthy : formats::pageLevel(move.from).level;
    timeline.before.emplace(service, level);
}

/// The levels that the incident gives to parts; what it leaves behind when it ends is over then.
void placeMoves(
    const Reading& part, const IncidentReading& incident, const std::string& where, ForeignTimeline& timeline)
{
    std::map<std::string, HealthLevel> left;
    for (const auto& move : part.timeline) {
        if (!move.at || !move.level || *move.level == HealthLevel::Unknown) {
            timeline.unplaced.push_back({where,
                !move.at ? "a change of " + move.name + " without a time"
                         : "a state of " + move.name + " that has no known word: \"" + move.to + "\""});
            continue;
        }
        const auto service = timeline.addService(move.name);
        noteBefore(move, service, timeline);
        left[service] = *move.level;
        timeline.add({.at = *move.at,
            .kind = Kind::Level,
            .service = service,
            .level = *move.level,
            .from = move.from,
            .to = move.to,
            .text = *move.level == HealthLevel::Healthy ? std::string() : incident.name,
            .incident = incident.id});
    }
    if (!incident.endedAt)
        return;
    for (const auto& [service, level] : left)
        if (level != HealthLevel::Healthy)
            timeline.add({.at = *incident.endedAt,
                .kind = Kind::Level,
                .service = service,
                .level = HealthLevel::Healthy,
                .incident = incident.id});
}

/// An incident that names no part is the page's own.
void placeWhole(const IncidentReading& incident, const std::string& where, ForeignTimeline& timeline)
{
    if (!incident.level || *incident.level == HealthLevel::Healthy || *incident.level == HealthLevel::Unknown)
        return;
    if (!incident.startedAt)
        return timeline.unplaced.push_back({where, "an incident without a start: " + incident.name});
    const auto service = timeline.addService({});
    timeline.before.emplace(service, HealthLevel::Healthy);
    ForeignEvent event{.at = *incident.startedAt,
        .kind = Kind::Level,
        .service = service,
        .level = *incident.level,
        .to = incident.impact,
        .text = incident.name,
        .incident = incident.id};
    timeline.add(event);
    if (!incident.endedAt)
        return;
    event.at = *incident.endedAt;
    event.level = HealthLevel::Healthy;
    event.to.clear();
    event.text.clear();
    timeline.add(std::move(event));
}

} // namespace

void placeIncident(const Reading& part, const std::string& where, ForeignTimeline& timeline)
{
    if (part.incidents.empty())
        return timeline.unplaced.push_back({where, "expected an incident"});
    auto incident = part.incidents.front();
    if (incident.id.empty())
        incident.id = where; // two nameless ones are two
    placeUpdates(incident, where, timeline);
    if (!part.timeline.empty())
        return placeMoves(part, incident, where, timeline);
    // What is only planned, or is over without a time, had no effect that could be placed.
    if (incident.resolved && !incident.endedAt)
        return timeline.unplaced.push_back({where, "the end of an incident without a time: " + incident.name});
    if (incident.resolved || formats::isUnderWay(incident))
        placeWhole(incident, where, timeline);
}

} // namespace rungwatch::timeline
