// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/lab_recording.h"

#include "rungwatch/lab/outage_hour.h"

namespace rungwatch::lab {

namespace {

constexpr auto percent = [](std::int64_t whole) { return Percent{whole * 1'000}; };

RecordedInterval intervalOf(
    const Scenario& scenario, const Run& run, const ScenarioFeature& feature, std::int64_t minute, WallTime start)
{
    const auto at = static_cast<std::size_t>(minute);
    RecordedInterval interval;
    interval.n = static_cast<std::uint64_t>(minute);
    interval.from = start + std::chrono::minutes{minute};
    interval.to = interval.from + std::chrono::minutes{1};
    interval.mode = run.modeInForce[at] == 'd' ? Mode::Degraded : Mode::Primary;
    interval.seen = {
        percent(scenario.errorPercentAt(minute)), std::chrono::seconds{scenario.p95SecondsAt(minute)}, 0, false};
    interval.served = run.byMinute[at].at(feature.name);
    interval.limits = {{"secondary", scenario.secondaryQuotaAt(minute)}, {"small_model", scenario.smallCapacity}};
    return interval;
}

} // namespace

Recording recordingOf(const Scenario& scenario, WallTime start)
{
    const auto run = runHour(scenario, scenario.defaults);
    Recording recording;
    recording.from = start;
    recording.to = start + std::chrono::minutes{scenario.minutes};
    recording.smallModelWrong = percent(scenario.refundDecisionErrorPercent);
    for (const auto& feature : scenario.features) {
        RecordedFeature recorded;
        recorded.name = feature.name;
        recorded.service = "store";
        recorded.criticality = feature.criticality;
        recorded.required = !feature.alwaysOnSmallModel;
        for (const auto& rung : feature.ladder) {
            recorded.ladder.push_back({rung.name, rung.kind, std::string(nameOf(rung.kind))});
            recorded.coverage[rung.name] = percent(rung.coveragePercent);
            if (rung.kind == RungKind::SmallModel && !feature.alwaysOnSmallModel)
                recorded.off.insert(rung.name);
        }
        recorded.controller.maxError = percent(scenario.tripAtErrorPercent);
        recorded.controller.maxP95 = std::chrono::seconds{scenario.tripAtP95Seconds};
        recorded.controller.hold = static_cast<std::uint32_t>(scenario.defaults.holdHealthyMinutes);
        recorded.controller.minRequests = 0;
        for (std::int64_t minute = 0; minute < scenario.minutes; ++minute)
            recorded.intervals.push_back(intervalOf(scenario, run, feature, minute, start));
        recording.features.push_back(std::move(recorded));
    }
    return recording;
}

std::vector<std::string> changesFor(const Scenario& scenario, const Toggles& toggles)
{
    std::vector<std::string> changes;
    const auto& was = scenario.defaults;
    if (toggles.holdHealthyMinutes != was.holdHealthyMinutes)
        changes.push_back("hold=" + std::to_string(toggles.holdHealthyMinutes));
    if (!toggles.latencyTrigger)
        changes.push_back("latency_trigger=false");
    if (!toggles.smallRungDrilled)
        changes.push_back("undrilled=small_model");
    if (toggles.refundsOnSmallModel)
        for (const auto& feature : scenario.features)
            if (!feature.alwaysOnSmallModel)
                changes.push_back(feature.name + ".allow=small_model");
    if (toggles.recommendationsKillSwitch)
        changes.push_back("recommendations.kill=" + std::to_string(toggles.killSwitchFirstMinute) + "-"
            + std::to_string(toggles.killSwitchLastMinute));
    return changes;
}

} // namespace rungwatch::lab
