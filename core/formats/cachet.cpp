// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/cachet.h"

#include "rungwatch/base/codec.h"
#include "rungwatch/formats/incident_list.h"

namespace rungwatch::formats {

namespace {

constexpr HealthLevel componentLevels[]{
    HealthLevel::Unknown, HealthLevel::Healthy, HealthLevel::Degraded, HealthLevel::Critical, HealthLevel::Unavailable};
constexpr const char* incidentWords[]{"scheduled", "investigating", "identified", "watching", "fixed"};
constexpr std::uint64_t scheduled{0};
constexpr std::uint64_t fixed{4};

/// A number, a number as text, or an object that holds it. The words beside it are translated, so they say nothing.
std::optional<std::uint64_t> statusAt(const JsonValue& entry, std::string_view key)
{
    if (const auto* nested = objectAt(&entry, key))
        return countAt(nested, "value");
    return countAt(&entry, key);
}

/// "2015-08-01 12:00:00", without a zone.
std::optional<WallTime> plainTime(const JsonValue& entry, std::string_view key, Reading& reading)
{
    auto text = textAt(&entry, key);
    if (text.size() != 19 || text[10] != ' ')
        return fromRfc3339(text);
    text[10] = 'T';
    flag(reading, "assumed-utc");
    return fromRfc3339(text + "Z");
}

std::string wordOf(std::optional<std::uint64_t> status)
{
    return status && *status < std::size(incidentWords) ? incidentWords[*status] : "unknown";
}

void addComponent(const JsonValue& entry, EntryNames& names, std::size_t position, Reading& reading)
{
    if (truthAt(&entry, "enabled") == false)
        return; // hidden
    auto& component = reading.components.emplace_back();
    component.name = names.of(textAt(&entry, "name"), position);
    const auto status = statusAt(entry, "status");
    component.level = status && *status < std::size(componentLevels) ? componentLevels[*status] : HealthLevel::Unknown;
    if (status && *status >= std::size(componentLevels))
        flag(reading, "unknown-word");
}

/// `status` can lag behind the updates, so the latest of those counts.
void addIncident(const JsonValue& entry, Reading& reading)
{
    IncidentReading incident;
    if (const auto id = countAt(&entry, "id"))
        incident.id = std::to_string(*id);
    incident.name = textAt(&entry, "name");
    auto status = statusAt(entry, "latest_status");
    if (!status)
        status = statusAt(entry, "status");
    incident.status = wordOf(status);
    incident.impact = "unknown";
    incident.level = HealthLevel::Degraded;
    incident.maintenance = status == scheduled;
    incident.resolved = truthAt(&entry, "is_resolved").value_or(status == fixed);
    incident.startedAt = plainTime(entry, incident.maintenance ? "scheduled_at" : "occurred_at", reading);
    if (!incident.startedAt)
        incident.startedAt = plainTime(entry, "created_at", reading);
    for (const auto& update : listAt(&entry, "updates"))
        incident.updates.push_back(
            {plainTime(update, "created_at", reading), wordOf(statusAt(update, "status")), textAt(&update, "message")});
    sortByTime(incident.updates);
    if (incident.resolved)
        incident.endedAt =
            incident.updates.empty() ? plainTime(entry, "updated_at", reading) : incident.updates.back().at;
    reading.incidents.push_back(std::move(incident));
}

} // namespace

bool looksLikeCachet(const Document& document)
{
    const auto& entries = listAt(&document.root, "data");
    return !entries.empty() && entries.front().isObject()
        && (entries.front().has("status_name") || entries.front().has("human_status"));
}

Result<Reading> readCachet(const Document& document)
{
    if (auto fault = listFault(document.root, {"data"}))
        return *fault;
    Reading reading;
    reading.format = "cachet";
    reading.flags = document.flags;
    EntryNames names;
    const auto& entries = listAt(&document.root, "data");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].isObject() && entries[i].has("human_status"))
            addIncident(entries[i], reading);
        else if (entries[i].isObject() && entries[i].has("status_name"))
            addComponent(entries[i], names, i, reading);
    }
    reading.level = worstOfParts(reading.components);
    if (!reading.incidents.empty())
        reading.level = worse(reading.level.value_or(HealthLevel::Healthy), levelOf(reading.incidents));
    if (!reading.level)
        return Error{"unknown-format", "no component that says anything and no incident", "/data"};
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
