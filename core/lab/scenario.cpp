// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/scenario.h"

#include "rungwatch/base/strict_object.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

std::int64_t heldAt(const std::vector<std::int64_t>& values, std::int64_t minute)
{
    const auto last = static_cast<std::int64_t>(values.size()) - 1;
    return values[static_cast<std::size_t>(std::clamp<std::int64_t>(minute, 0, last))];
}

void readToggles(Toggles& toggles, const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    toggles.refundsOnSmallModel = object.boolean("refunds_on_small_model", toggles.refundsOnSmallModel);
    toggles.recommendationsKillSwitch =
        object.boolean("recommendations_kill_switch", toggles.recommendationsKillSwitch);
    toggles.killSwitchFirstMinute =
        object.whole("recommendations_kill_switch_first_minute", 0, 1'000'000, toggles.killSwitchFirstMinute);
    toggles.killSwitchLastMinute =
        object.whole("recommendations_kill_switch_last_minute", 0, 1'000'000, toggles.killSwitchLastMinute);
    toggles.smallRungDrilled = object.boolean("small_rung_drilled", toggles.smallRungDrilled);
    toggles.latencyTrigger = object.boolean("latency_trigger", toggles.latencyTrigger);
    toggles.holdHealthyMinutes = object.whole("hold_healthy_minutes", 1, 1'000, toggles.holdHealthyMinutes);
    object.finish();
}

void readPrimary(Scenario& scenario, const JsonValue& value, Faults& faults)
{
    StrictObject primary(value, "/primary_provider", faults);
    scenario.errorPercent = primary.wholes("error_percent_by_minute", 0, 100);
    scenario.p95Seconds = primary.wholes("p95_latency_seconds_by_minute", 0, 3'600);
    for (const auto* key : {"error_percent_by_minute", "p95_latency_seconds_by_minute"}) {
        const auto* values = value.find(key);
        if (values && values->isArray() && static_cast<std::int64_t>(values->items.size()) != scenario.minutes)
            primary.fault(key,
                "expected " + std::to_string(scenario.minutes) + " values, one a minute, found "
                    + std::to_string(values->items.size()));
    }
    primary.finish();
}

void readFallbackModels(Scenario& scenario, StrictObject& root, Faults& faults)
{
    if (const auto* value = root.object("secondary_provider", true)) {
        StrictObject secondary(*value, "/secondary_provider", faults);
        scenario.secondaryQuota = secondary.whole("quota_requests_per_minute", 0, 1'000'000);
        scenario.secondaryQuotaWhileOut =
            secondary.whole("quota_requests_per_minute_while_primary_fully_out", 0, 1'000'000);
        scenario.fullyOutAtPercent = secondary.whole("primary_fully_out_at_error_percent", 0, 100);
        secondary.ignore("quota_note");
        secondary.finish();
    }
    if (const auto* value = root.object("small_model", true)) {
        StrictObject small(*value, "/small_model", faults);
        scenario.smallCapacity = small.whole("capacity_requests_per_minute", 0, 1'000'000);
        scenario.refundDecisionErrorPercent = small.whole("refund_decision_error_percent", 0, 100);
        small.finish();
    }
}

/// The file says what a rung is by its kind, and for models and last rungs by what limits it or by its name.
std::optional<RungKind> rungKind(const std::string& kind, const std::string& limitedBy, const std::string& name)
{
    if (kind == "model" && limitedBy == "primary_error_percent")
        return RungKind::Primary;
    if (kind == "model" && limitedBy == "secondary_quota")
        return RungKind::Secondary;
    if (kind == "model" && limitedBy == "small_model_capacity")
        return RungKind::SmallModel;
    if (kind == "honest_unavailable")
        return name == "queue_for_person" ? RungKind::QueueForPerson : RungKind::Unavailable;
    if (kind == "cache" || kind == "rules" || kind == "template")
        return enumFromName<RungKind>(kind);
    return std::nullopt;
}

ScenarioRung readRung(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    ScenarioRung rung;
    rung.name = object.text("rung");
    const auto limitedBy = object.text("limited_by", "");
    if (const auto kind = rungKind(object.text("kind"), limitedBy, rung.name))
        rung.kind = *kind;
    else
        object.fault("kind", "expected model (with limited_by), cache, rules, template or honest_unavailable");
    rung.coveragePercent = object.whole("coverage_percent", 0, 100, 100);
    object.finish();
    return rung;
}

ScenarioFeature readFeature(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    ScenarioFeature feature;
    feature.name = object.text("id");
    feature.criticality = object.whole("criticality_rank", 1, 1'000);
    feature.requestsPerMinute = object.whole("traffic_requests_per_minute", 0, 1'000'000);
    const auto small = object.text("may_use_small_model", "always");
    feature.alwaysOnSmallModel = small == "always";
    if (small != "always" && small != "only_if_refunds_on_small_model")
        object.fault(
            "may_use_small_model", R"(expected "always" or "only_if_refunds_on_small_model", found ")" + small + "\"");
    object.each("ladder", true,
        [&](const JsonValue& rung, const std::string& at) { feature.ladder.push_back(readRung(rung, at, faults)); });
    object.finish();
    return feature;
}

void readSettings(Scenario& scenario, StrictObject& root, Faults& faults)
{
    if (const auto* value = root.object("controller_thresholds", true)) {
        StrictObject thresholds(*value, "/controller_thresholds", faults);
        scenario.tripAtErrorPercent = thresholds.whole("trip_at_error_percent", 1, 100);
        scenario.tripAtP95Seconds = thresholds.whole("trip_at_p95_latency_seconds", 1, 3'600);
        thresholds.finish();
    }
    if (const auto* value = root.object("default_toggles", true))
        readToggles(scenario.defaults, *value, "/default_toggles", faults);
    root.each("named_settings", false, [&](const JsonValue& value, const std::string& pointer) {
        StrictObject object(value, pointer, faults);
        NamedSetting setting{object.text("name"), scenario.defaults};
        if (const auto* changed = object.object("changed_toggles", true))
            readToggles(setting.toggles, *changed, object.pointerTo("changed_toggles"), faults);
        object.finish();
        scenario.settings.push_back(std::move(setting));
    });
}

} // namespace

std::int64_t Scenario::errorPercentAt(std::int64_t minute) const
{
    return heldAt(errorPercent, minute);
}

std::int64_t Scenario::p95SecondsAt(std::int64_t minute) const
{
    return heldAt(p95Seconds, minute);
}

std::int64_t Scenario::secondaryQuotaAt(std::int64_t minute) const
{
    return errorPercentAt(minute) >= fullyOutAtPercent ? secondaryQuotaWhileOut : secondaryQuota;
}

Result<Scenario> parseScenario(std::string_view text)
{
    const auto document = parseJson(text, {.comments = true});
    if (!document)
        return document.error();
    Faults faults;
    StrictObject root(document->root, "", faults);
    Scenario scenario;
    scenario.title = root.text("title");
    scenario.minutes = root.whole("minutes", 1, 10'000);
    if (const auto* primary = root.object("primary_provider", true))
        readPrimary(scenario, *primary, faults);
    readFallbackModels(scenario, root, faults);
    root.each("features", true, [&](const JsonValue& value, const std::string& pointer) {
        scenario.features.push_back(readFeature(value, pointer, faults));
    });
    readSettings(scenario, root, faults);
    // Words for people, and the demonstration store's own settings, which it reads itself.
    for (const auto* key : {"note", "segments", "store"})
        root.ignore(key);
    root.finish();
    if (faults.any())
        return faults.first();
    return scenario;
}

std::optional<Error> setToggle(Toggles& toggles, std::string_view assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos)
        return Error{"bad-argument", "expected KEY=VALUE", std::string(assignment)};
    // The same words and ranges as in a file: read as one.
    const auto text =
        "{\"" + std::string(assignment.substr(0, equals)) + "\": " + std::string(assignment.substr(equals + 1)) + "}";
    const auto document = parseJson(text);
    if (!document)
        return Error{"bad-argument", "expected true, false or a whole number after =", std::string(assignment)};
    Faults faults;
    auto changed = toggles;
    readToggles(changed, document->root, "", faults);
    if (faults.any())
        return Error{faults.first().code, faults.first().message, std::string(assignment)};
    toggles = changed;
    return std::nullopt;
}

} // namespace rungwatch::lab
