// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

#include "rungwatch/base/codec.h"
#include "rungwatch/ladder/read_controller.h"
#include "rungwatch/ladder/required_outcome.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

bool isService(const std::vector<ServicePolicy>& services, const std::string& name)
{
    return std::any_of(services.begin(), services.end(), [&](const ServicePolicy& s) { return s.name == name; });
}

/// The service that `key` names, which must be one of the file's.
std::string readServiceName(
    StrictObject& object, std::string_view key, const std::vector<ServicePolicy>& services, const std::string& fallback)
{
    const auto name = object.text(key, fallback);
    if (object.has(key) && !isService(services, name))
        object.fault(key, "expected the name of a service in this file, found \"" + name + "\"", "unknown-service");
    return name;
}

/// A day as "2026-11-20"; empty where none is given.
std::string readDay(StrictObject& object, std::string_view key)
{
    auto day = object.text(key, std::string{});
    if (object.has(key) && !fromRfc3339(day + "T00:00:00Z"))
        object.fault(key, "expected a day such as \"2026-11-20\", found \"" + day + "\"");
    return day;
}

/// A rung's kind may be left out where its name is one, and its name where it is called like its kind.
Rung readRung(
    const JsonValue& value, const std::string& pointer, const std::vector<ServicePolicy>& services, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    Rung rung;
    rung.name = object.text("rung", std::string{});
    rung.kind = readWord<RungKind>(object, "kind", enumFromName<RungKind>(rung.name));
    if (rung.name.empty())
        rung.name = nameOf(rung.kind);
    checkName(object, "rung", rung.name);
    rung.service = readServiceName(object, "service", services, {});
    if (object.has("deadline_s"))
        rung.deadline = object.seconds("deadline_s", 1ms, 24h);
    rung.evaluated = object.text("evaluated", std::string{});
    rung.drilled = readDay(object, "drilled");
    rung.message = object.text("message", std::string{});
    rung.otherPath = object.text("other_path", std::string{});
    object.finish();
    return rung;
}

std::vector<AlertShare> readAlerts(StrictObject& feature, const Ladder& ladder, Faults& faults)
{
    std::vector<AlertShare> alerts;
    feature.each("alert_share", false, [&](const JsonValue& value, const std::string& pointer) {
        StrictObject object(value, pointer, faults);
        AlertShare alert;
        alert.rung = object.text("rung");
        if (!ladder.rungs.empty() && !ladder.indexOf(alert.rung))
            object.fault("rung", "expected a rung of this feature's ladder, found \"" + alert.rung + "\"");
        alert.above = object.percent("above_pct");
        alert.forAtLeast = object.seconds("for_s", 0s, 24h, Duration{0});
        object.finish();
        alerts.push_back(std::move(alert));
    });
    return alerts;
}

Duration readKillSwitch(StrictObject& feature, Duration fallback, Faults& faults)
{
    const auto* value = feature.object("kill_switch", false);
    if (!value)
        return fallback;
    StrictObject object(*value, feature.pointerTo("kill_switch"), faults);
    if (const auto via = object.text("via", std::string{"telemetry"}); via != "telemetry")
        object.fault("via", "expected \"telemetry\", found \"" + via + "\"");
    const auto expiry = object.seconds("expires_after_s", 1s, 24h * 7, fallback);
    object.finish();
    return expiry;
}

/// The line of the value that a pointer inside `value` names; the nearest enclosing one's where it names nothing.
int lineAt(const JsonValue& value, std::string_view pointer)
{
    const auto* at = &value;
    while (pointer.starts_with('/')) {
        pointer.remove_prefix(1);
        const auto step = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(step.size());
        const JsonValue* next = at->find(step);
        if (at->isArray() && !step.empty() && step.size() < 7
            && step.find_first_not_of("0123456789") == std::string_view::npos) {
            const auto index = std::stoul(std::string(step));
            next = index < at->items.size() ? &at->items[index] : nullptr;
        }
        if (!next)
            break;
        at = next;
    }
    return at->line;
}

Ladder readLadder(StrictObject& feature, const JsonValue& value, bool required,
    const std::vector<ServicePolicy>& services, Faults& faults)
{
    Ladder ladder;
    feature.each("ladder", false, [&](const JsonValue& item, const std::string& pointer) {
        ladder.rungs.push_back(readRung(item, pointer, services, faults));
    });
    feature.each("forbidden", false, [&](const JsonValue& item, const std::string& pointer) {
        StrictObject object(item, pointer, faults);
        ForbiddenKind forbidden;
        forbidden.kind = readWord<RungKind>(object, "kind");
        forbidden.reason = object.text("reason");
        object.finish();
        if (forbidden.reason.find_first_not_of(" \t\n") == std::string::npos)
            object.fault("reason", "expected a written reason");
        ladder.forbidden.push_back(std::move(forbidden));
    });
    if (!feature.has("ladder") || faults.any())
        return ladder;
    if (const auto checked = required ? validateRequired(ladder) : validate(ladder); !checked) {
        const auto& error = checked.error();
        faults.add(feature.pointer() + error.where, lineAt(value, error.where), error.message, error.code);
    }
    return ladder;
}

} // namespace

FeaturePolicy readFeature(
    const JsonValue& value, const std::string& pointer, const std::vector<ServicePolicy>& services, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    FeaturePolicy feature;
    feature.name = object.text("name");
    checkName(object, "name", feature.name);
    const bool onlyOne = services.size() == 1;
    feature.service = onlyOne || object.has("service")
        ? readServiceName(object, "service", services, onlyOne ? services[0].name : std::string{})
        : object.text("service");
    feature.criticality = static_cast<int>(object.whole("criticality", 1, 9, feature.criticality));
    feature.owner = object.text("owner", std::string{});
    feature.required = object.boolean("required", false);
    feature.ladder = readLadder(object, value, feature.required, services, faults);
    if (const auto* controller = object.object("mode_controller", false)) {
        feature.modeController = readController(*controller, object.pointerTo("mode_controller"), faults);
        const auto& rungs = feature.ladder.rungs;
        if (!rungs.empty() && rungs[0].deadline && feature.modeController.maxP95
            && *rungs[0].deadline <= *feature.modeController.maxP95)
            faults.add(pointer + "/ladder/0/deadline_s", lineAt(value, "/ladder/0/deadline_s"),
                "expected a deadline above max_p95_s: at or below it the latency trigger can never fire",
                "dead-trigger");
    }
    feature.alertShare = readAlerts(object, feature.ladder, faults);
    const auto service = std::find_if(
        services.begin(), services.end(), [&](const ServicePolicy& s) { return s.name == feature.service; });
    const auto* const own = service == services.end() ? nullptr : &*service;
    readCache(object, own, feature, faults);
    feature.traffic = readTraffic(object, feature.ladder, own, faults);
    feature.killExpiresAfter = readKillSwitch(object, feature.killExpiresAfter, faults);
    object.finish();
    return feature;
}

} // namespace rungwatch::fleet
