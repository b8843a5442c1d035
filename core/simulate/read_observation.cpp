// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/read_observation.h"

#include "rungwatch/simulate/read_measured.h"

namespace rungwatch::simulate {

namespace {

bool isKnown(StrictObject& object, std::string_view key)
{
    return object.has(key) && !object.isNull(key);
}

} // namespace

ModeController::Observation readObservation(StrictObject& step, Faults& faults)
{
    ModeController::Observation seen;
    const auto* value = step.object("observe", true);
    if (!value)
        return seen;
    StrictObject object(*value, step.pointerTo("observe"), faults);
    if (isKnown(object, "error_pct"))
        seen.error = readMeasuredPercent(object, "error_pct");
    if (isKnown(object, "p95_s"))
        seen.p95 = readMeasuredSeconds(object, "p95_s", 0, 86'400, Limit::Reached);
    if (isKnown(object, "requests"))
        seen.requests = static_cast<std::uint64_t>(object.whole("requests", 0, 1'000'000'000'000));
    if (isKnown(object, "quota_spent"))
        seen.quotaSpent = object.boolean("quota_spent");
    object.finish();
    return seen;
}

std::optional<std::string> switchCause(const ModeController::State& before, const ModeController::State& after)
{
    if (before.switches == after.switches)
        return std::nullopt;
    return std::string(after.degraded && after.lastReset ? nameOf(after.lastReset->by) : "hold");
}

} // namespace rungwatch::simulate
