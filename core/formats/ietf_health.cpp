// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/ietf_health.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

bool saysContentType(const Document& document, std::string_view part)
{
    return document.header("content-type").find(part) != std::string_view::npos;
}

/// Keys of the draft are "component:measurement", and their values arrays.
bool looksLikeChecks(const JsonValue* checks)
{
    return checks && std::any_of(checks->members.begin(), checks->members.end(), [](const JsonMember& member) {
        return member.key.find(':') != std::string::npos || member.value.isArray();
    });
}

/// A measurement called responseTime is the part's latency; other values are of kinds that no reading holds.
std::optional<Duration> latencyOf(const std::string& name, const JsonValue* check)
{
    if (!name.ends_with(":responseTime"))
        return std::nullopt;
    const auto unit = textAt(check, "observedUnit");
    if (unit == "ms")
        return durationAt(check, "observedValue", std::chrono::milliseconds{1});
    if (unit == "s")
        return durationAt(check, "observedValue");
    return std::nullopt;
}

/// One measurement: an object, or, as some producers write it, a bare word. A bare number says nothing of health.
void addCheck(HealthDraft& draft, const std::string& key, const std::string& name, const JsonValue& check)
{
    if (check.isText()) {
        draft.part(name, check.text);
        return;
    }
    if (!check.isObject())
        return;
    auto& component = draft.part(name, textAt(&check, "status"));
    addNote(component, textAt(&check, "output"));
    component.latency = latencyOf(key, &check);
    component.checkedAt = timeAt(&check, "time");
}

void addChecks(HealthDraft& draft, const JsonValue* checks)
{
    for (const auto* member : membersOf(checks)) {
        const auto& items = member->value.items;
        if (!member->value.isArray())
            addCheck(draft, member->key, member->key, member->value);
        for (std::size_t i = 0; i < items.size(); ++i)
            addCheck(draft, member->key, items.size() == 1 ? member->key : member->key + "[" + std::to_string(i) + "]",
                items[i]);
    }
}

bool refusedByStatus(int status)
{
    return status >= 400 && status < 500;
}

} // namespace

bool looksLikeIetfHealth(const Document& document)
{
    const auto* root = &document.root;
    // Spring's own details may hold arrays: a document that says it is Spring's is.
    if (!root->isObject() || saysContentType(document, "spring-boot.actuator"))
        return false;
    return saysContentType(document, "health+json") || looksLikeChecks(objectAt(root, "checks"))
        || looksLikeChecks(objectAt(root, "details")) || root->has("releaseId") || root->has("serviceId");
}

Result<Reading> readIetfHealth(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "ietf-health");
    draft.verdict(textAt(root, "status"));
    draft.reading().message = textAt(root, "output");
    const auto* checks = objectAt(root, "checks");
    addChecks(draft, checks ? checks : objectAt(root, "details"));
    auto reading = draft.finish();
    // The draft gives pass and warn 2xx or 3xx only: a balancer sees a failure, whatever the body says.
    if (reading && refusedByStatus(document.status) && *reading->level < HealthLevel::Critical) {
        reading.value().level = HealthLevel::Degraded;
        flag(reading.value(), "http-body-disagree");
    }
    return reading;
}

} // namespace rungwatch::formats
