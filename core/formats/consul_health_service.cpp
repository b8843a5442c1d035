// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/consul_health_service.h"

#include "rungwatch/formats/instance_group.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Consul's own words: `critical` is a failed check here, not the third level.
HealthLevel checkLevel(const std::string& word)
{
    if (word == "passing")
        return HealthLevel::Healthy;
    if (word == "warning")
        return HealthLevel::Degraded;
    return word == "critical" ? HealthLevel::Unavailable : HealthLevel::Unknown;
}

bool isMaintenance(const std::string& checkId)
{
    return checkId == "_node_maintenance" || checkId.starts_with("_service_maintenance");
}

/// The worst of some checks; one in maintenance is down on purpose.
Component worstOf(const std::vector<JsonValue>& checks)
{
    Component instance;
    for (const auto& check : checks) {
        const auto level = checkLevel(textAt(&check, "Status"));
        if (isMaintenance(textAt(&check, "CheckID"))) {
            instance.deliberate = instance.deliberate || level == HealthLevel::Unavailable;
            instance.note = textAt(&check, "Notes");
        } else if (level != HealthLevel::Healthy && worse(instance.level, level) != instance.level)
            instance.note = textAt(&check, "Output").substr(0, 200);
        instance.level = worse(instance.level, level);
    }
    return instance;
}

Component instanceFrom(const JsonValue& entry)
{
    auto instance = worstOf(listAt(&entry, "Checks"));
    const auto* service = objectAt(&entry, "Service");
    instance.name = textAt(service, "ID");
    if (instance.name.empty())
        instance.name = textAt(service, "Service");
    return instance;
}

Component checkFrom(const JsonValue& entry)
{
    auto check = worstOf({entry});
    check.name = textAt(&entry, "CheckID");
    return check;
}

void applyFreshness(const Document& document, Reading& reading)
{
    if (document.header("x-consul-knownleader") == "false")
        flag(reading, "stale");
}

Result<Reading> grouped(
    const Document& document, const std::vector<JsonValue>& entries, Component (*make)(const JsonValue&))
{
    if (entries.size() > maxComponents)
        return Error{"too-large", "more than 5000 instances or checks", {}};
    Reading reading;
    reading.format = "consul-health-service";
    reading.flags = document.flags;
    EntryNames names;
    std::vector<GroupMember> members;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto component = make(entries[i]);
        component.name = names.of(component.name, i);
        members.push_back({component.level, component.deliberate});
        if (component.deliberate)
            flag(reading, "deliberate");
        reading.components.push_back(std::move(component));
    }
    reading.level = levelOfGroup(members);
    if (members.empty()) {
        reading.level = HealthLevel::Unavailable;
        flag(reading, "no-instances");
    } else if (reading.level == HealthLevel::Unknown)
        reading.level = HealthLevel::Degraded;
    applyFreshness(document, reading);
    return reading;
}

bool isInstance(const JsonValue& entry)
{
    return objectAt(&entry, "Node") && objectAt(&entry, "Service") && entry.has("Checks");
}

bool isCheck(const JsonValue& entry)
{
    return entry.isObject() && entry.has("CheckID") && entry.has("Status");
}

} // namespace

bool looksLikeConsulHealthService(const Document& document)
{
    const auto& root = document.root;
    if (root.isObject())
        return root.has("AggregatedStatus");
    return root.isArray() && !root.items.empty() && (isInstance(root.items.front()) || isCheck(root.items.front()));
}

Result<Reading> readConsulHealthService(const Document& document)
{
    const auto& root = document.root;
    if (root.isArray()) {
        const bool checks = !root.items.empty() && isCheck(root.items.front());
        auto reading = grouped(document, root.items, checks ? checkFrom : instanceFrom);
        if (reading)
            applyFloor(reading.value(), document.status);
        return reading;
    }
    // The agent's own answer: one instance, or a list of them, with a verdict on top.
    const auto word = textAt(&root, "AggregatedStatus");
    if (word.empty())
        return Error{"unknown-format", "neither a list of instances nor an AggregatedStatus", {}};
    auto reading = grouped(document, listAt(&root, "Checks"), checkFrom);
    if (!reading)
        return reading;
    auto& flags = reading.value().flags;
    flags.erase(std::remove(flags.begin(), flags.end(), "no-instances"), flags.end());
    const bool maintenance = word == "maintenance";
    if (maintenance)
        flag(reading.value(), "deliberate");
    const auto level = maintenance ? HealthLevel::Unavailable : checkLevel(word);
    reading.value().level = level == HealthLevel::Unknown ? HealthLevel::Degraded : level;
    applyFloor(reading.value(), document.status);
    return reading;
}

} // namespace rungwatch::formats
