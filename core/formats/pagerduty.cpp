// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/pagerduty.h"

#include "rungwatch/formats/incident_list.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

constexpr std::string_view suffix{"_log_entry"};
constexpr std::string_view kinds[]{"trigger", "acknowledge", "resolve", "escalate", "assign", "notify", "annotate",
    "snooze", "unacknowledge", "urgency_change", "status_update", "custom_field_value_change"};

/// A kind that is not known is a note.
std::string kindOf(const JsonValue& entry)
{
    const auto type = textAt(&entry, "type");
    const std::string_view kind =
        std::string_view(type).substr(0, type.size() - (type.ends_with(suffix) ? suffix.size() : 0));
    return std::find(std::begin(kinds), std::end(kinds), kind) == std::end(kinds) ? "note" : std::string(kind);
}

/// The status that a log entry leaves its incident in; empty where it leaves it as it was.
std::string statusAfter(const std::string& kind)
{
    if (kind == "trigger" || kind == "unacknowledge")
        return "triggered";
    if (kind == "acknowledge")
        return "acknowledged";
    return kind == "resolve" ? "resolved" : std::string{};
}

void addIncident(const JsonValue& entry, Reading& reading)
{
    IncidentReading incident;
    incident.id = textAt(&entry, "id");
    incident.name = textAt(&entry, "title");
    incident.status = textAt(&entry, "status");
    incident.impact = textAt(&entry, "urgency");
    incident.resolved = isOver(incident.status);
    incident.level = incident.impact == "high" ? HealthLevel::Critical : HealthLevel::Degraded;
    incident.startedAt = timeAt(&entry, "created_at");
    if (incident.resolved) {
        incident.endedAt = timeAt(&entry, "resolved_at");
        if (!incident.endedAt)
            incident.endedAt = timeAt(&entry, "updated_at");
    }
    reading.incidents.push_back(std::move(incident));
}

Result<Reading> readIncidents(const JsonValue& root, Reading reading)
{
    for (const auto& entry : listAt(&root, "incidents"))
        if (entry.isObject())
            addIncident(entry, reading);
    const auto level = levelOf(reading.incidents);
    const bool more = truthAt(&root, "more") == true;
    if (more)
        flag(reading, "more-pages");
    // The next page may hold what is still open.
    if (!more || level != HealthLevel::Healthy)
        reading.level = level;
    return reading;
}

IncidentReading& incidentOf(const JsonValue& entry, Reading& reading)
{
    const auto id = textAt(objectAt(&entry, "incident"), "id");
    const auto found = std::find_if(reading.incidents.begin(), reading.incidents.end(),
        [&](const IncidentReading& incident) { return incident.id == id; });
    if (found != reading.incidents.end())
        return *found;
    auto& incident = reading.incidents.emplace_back();
    incident.id = id;
    incident.impact = "unknown";
    return incident;
}

/// The order of the entries is not fixed: what an incident came to is told by their times.
void conclude(IncidentReading& incident)
{
    sortByTime(incident.updates);
    incident.startedAt = incident.updates.front().at;
    for (const auto& update : incident.updates)
        if (const auto status = statusAfter(update.status); !status.empty()) {
            incident.status = status;
            incident.resolved = status == "resolved";
            incident.endedAt = incident.resolved ? update.at : std::nullopt;
        }
}

/// No summary is taken: "Acknowledged by ..." names a person.
Reading readLog(const JsonValue& root, Reading reading)
{
    StreamReading stream;
    for (const auto& entry : listAt(&root, "log_entries")) {
        if (!entry.isObject())
            continue;
        const auto at = timeAt(&entry, "created_at");
        incidentOf(entry, reading).updates.push_back({at, kindOf(entry), {}});
        ++stream.events;
        if (at && (!stream.firstAt || *at < *stream.firstAt))
            stream.firstAt = at;
        if (at && (!stream.lastAt || *at > *stream.lastAt))
            stream.lastAt = at;
    }
    std::for_each(reading.incidents.begin(), reading.incidents.end(), conclude);
    reading.stream = stream;
    return reading;
}

bool isList(const JsonValue& root, std::string_view key)
{
    const auto* list = root.isObject() ? root.find(key) : nullptr;
    return list && list->isArray();
}

} // namespace

bool looksLikePagerduty(const Document& document)
{
    const auto& root = document.root;
    const auto& incidents = listAt(&root, "incidents");
    return isList(root, "log_entries")
        || (!incidents.empty() && incidents.front().isObject() && incidents.front().has("urgency"));
}

Result<Reading> readPagerduty(const Document& document)
{
    const auto& root = document.root;
    if (auto fault = listFault(root, {"log_entries", "incidents"}))
        return *fault;
    Reading reading;
    reading.format = "pagerduty-log-entries";
    reading.flags = document.flags;
    if (isList(root, "log_entries"))
        return readLog(root, std::move(reading));
    if (isList(root, "incidents"))
        return readIncidents(root, std::move(reading));
    return Error{"unknown-format", "no list of incidents and none of log entries", {}};
}

} // namespace rungwatch::formats
