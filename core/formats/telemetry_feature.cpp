// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/telemetry_feature.h"

#include "rungwatch/formats/level_words.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

RungReading rungFrom(const JsonValue& entry, Reading& reading)
{
    RungReading rung;
    rung.name = textAt(&entry, "rung");
    rung.capacity = textAt(&entry, "capacity");
    const auto kind = enumFromName<RungKind>(textAt(&entry, "kind"));
    if (!kind)
        flag(reading, "unknown-word");
    // A rung of a kind that this program does not know can't be counted as service.
    rung.kind = kind.value_or(RungKind::Unavailable);
    return rung;
}

ControllerReading controllerFrom(const JsonValue* entry)
{
    ControllerReading controller;
    controller.maxError = percentAt(entry, "max_error_pct");
    controller.maxP95 = durationAt(entry, "max_p95_s");
    controller.hold = countAt(entry, "hold");
    controller.minRequests = countAt(entry, "min_requests");
    controller.healthyRun = countAt(entry, "healthy_run");
    const auto* reset = objectAt(entry, "last_reset");
    controller.resetInterval = countAt(reset, "n");
    controller.resetBy = textAt(reset, "by");
    if (const auto value = numberAt(reset, "value"))
        controller.resetValue = Percent::from(*value);
    return controller;
}

std::vector<IntervalReading> intervalsFrom(const JsonValue& feature)
{
    std::vector<IntervalReading> intervals;
    for (const auto& entry : listAt(&feature, "intervals")) {
        const auto n = countAt(&entry, "n");
        if (!n)
            continue;
        intervals.push_back({*n, timeAt(&entry, "ended_at"), durationAt(&entry, "length_s"),
            percentAt(&entry, "error_pct"), durationAt(&entry, "p95_s"), countAt(&entry, "requests"),
            truthAt(&entry, "quota_spent"), countsAt(&entry, "served")});
    }
    std::stable_sort(intervals.begin(), intervals.end(), [](const auto& a, const auto& b) { return a.n < b.n; });
    return intervals;
}

std::optional<KillSwitchReading> killSwitchFrom(const JsonValue& feature)
{
    const auto* entry = objectAt(&feature, "kill_switch");
    if (!entry)
        return std::nullopt;
    return KillSwitchReading{textAt(entry, "by"), textAt(entry, "reason"), durationAt(entry, "since_s"),
        durationAt(entry, "expires_in_s"), textAt(entry, "command_id")};
}

} // namespace

FeatureReading featureFrom(const JsonValue& entry, Reading& reading)
{
    FeatureReading feature;
    const auto mode = textAt(&entry, "mode");
    feature.mode = enumFromName<Mode>(mode);
    if (!feature.mode && !mode.empty())
        flag(reading, "unknown-word");
    feature.modeSince = durationAt(&entry, "mode_since_s");
    for (const auto& rung : listAt(&entry, "ladder"))
        feature.ladder.push_back(rungFrom(rung, reading));
    feature.served = countsAt(&entry, "served");
    const auto* ages = objectAt(&entry, "degraded_ages");
    feature.degradedAgeP50 = durationAt(ages, "p50_s");
    feature.degradedAgeP95 = durationAt(ages, "p95_s");
    feature.degradedAgeMax = durationAt(ages, "max_s");
    feature.controller = controllerFrom(objectAt(&entry, "controller"));
    feature.intervals = intervalsFrom(entry);
    const auto* queue = objectAt(&entry, "queue");
    feature.queueWaiting = countAt(queue, "waiting");
    feature.queueWaitEstimate = durationAt(queue, "wait_estimate_s");
    feature.killSwitch = killSwitchFrom(entry);
    return feature;
}

} // namespace rungwatch::formats
