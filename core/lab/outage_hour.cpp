// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/outage_hour.h"

#include "rungwatch/ladder/mode_controller.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

constexpr auto percent = [](std::int64_t whole) { return Percent{whole * 1'000}; };

bool isKilled(const ScenarioFeature& feature, const Toggles& toggles, std::int64_t minute)
{
    return toggles.recommendationsKillSwitch && feature.name == "recommendations"
        && minute >= toggles.killSwitchFirstMinute && minute <= toggles.killSwitchLastMinute;
}

bool isAsked(const ScenarioFeature& feature, RungKind kind, const Toggles& toggles, bool primaryInForce)
{
    if (kind == RungKind::Primary)
        return primaryInForce;
    if (kind == RungKind::SmallModel)
        return toggles.smallRungDrilled && (feature.alwaysOnSmallModel || toggles.refundsOnSmallModel);
    return true;
}

/// One minute's requests. A failed primary call goes on down the ladder within its minute: errors are what the primary
/// does not cover.
WalkInterval minuteOf(const Scenario& scenario, const Toggles& toggles, std::int64_t minute, bool primaryInForce)
{
    const std::string secondary(nameOf(RungKind::Secondary));
    const std::string small(nameOf(RungKind::SmallModel));
    WalkInterval interval;
    interval.limits = {{secondary, scenario.secondaryQuotaAt(minute)}, {small, scenario.smallCapacity}};
    for (const auto& feature : scenario.features) {
        const bool killed = isKilled(feature, toggles, minute);
        WalkFeature walked{feature.name, feature.criticality, feature.requestsPerMinute, {}};
        for (const auto& rung : feature.ladder) {
            const auto coverage =
                rung.kind == RungKind::Primary ? 100 - scenario.errorPercentAt(minute) : rung.coveragePercent;
            walked.ladder.push_back({rung.name, rung.kind, percent(coverage), std::string(nameOf(rung.kind)),
                isAsked(feature, rung.kind, toggles, primaryInForce) && !(killed && isModel(rung.kind))});
        }
        interval.features.push_back(std::move(walked));
    }
    return interval;
}

/// The core's controller under the scenario's thresholds. Every minute gives a verdict, since the signals are the
/// script's whether or not traffic is sent to the primary: so there is no minimum of calls.
ModeController controllerOf(const Scenario& scenario, const Toggles& toggles)
{
    ModeController::Options options;
    options.maxError = percent(scenario.tripAtErrorPercent);
    options.maxP95.reset();
    if (toggles.latencyTrigger)
        options.maxP95 = std::chrono::seconds{scenario.tripAtP95Seconds};
    options.hold = static_cast<std::uint32_t>(toggles.holdHealthyMinutes);
    options.minRequests = 0;
    options.interval = std::chrono::minutes{1};
    return ModeController(options);
}

ModeController::Observation observedAt(const Scenario& scenario, std::int64_t minute)
{
    ModeController::Observation seen;
    seen.error = percent(scenario.errorPercentAt(minute));
    seen.p95 = std::chrono::seconds{scenario.p95SecondsAt(minute)};
    seen.requests = 0;
    return seen;
}

std::int64_t sumOf(const Served& served, const std::vector<std::string>& rungs)
{
    std::int64_t sum = 0;
    for (const auto& [feature, byRung] : served)
        for (const auto& [rung, requests] : byRung)
            if (std::ranges::find(rungs, rung) != rungs.end())
                sum += requests;
    return sum;
}

std::int64_t refundsOnSmallModel(const Scenario& scenario, const Served& total)
{
    std::int64_t sum = 0;
    for (const auto& feature : scenario.features)
        if (!feature.alwaysOnSmallModel && total.at(feature.name).contains("small_model"))
            sum += total.at(feature.name).at("small_model");
    return sum;
}

} // namespace

Run runHour(const Scenario& scenario, const Toggles& toggles)
{
    Run run;
    auto controller = controllerOf(scenario, toggles);
    for (std::int64_t minute = 0; minute < scenario.minutes; ++minute) {
        const bool degraded = controller.state().degraded;
        run.modeInForce += degraded ? 'd' : 'p';
        run.byMinute.push_back(walk(minuteOf(scenario, toggles, minute, !degraded)));
        for (const auto& [feature, byRung] : run.byMinute.back())
            for (const auto& [rung, requests] : byRung)
                run.total[feature][rung] += requests;
        if (!degraded && scenario.p95SecondsAt(minute) >= scenario.tripAtP95Seconds)
            ++run.slowPrimaryMinutes;
        const bool next = controller.observe(observedAt(scenario, minute)) == Mode::Degraded;
        if (next != degraded && minute + 1 < scenario.minutes)
            (next ? run.tripMinutes : run.returnMinutes).push_back(minute + 1);
        run.modeAfter += next ? 'd' : 'p';
    }
    run.switches = static_cast<std::int64_t>(controller.state().switches);
    run.wrongRefundDecisions =
        shareOf(refundsOnSmallModel(scenario, run.total), percent(scenario.refundDecisionErrorPercent));
    return run;
}

Figures figuresOf(const Scenario& scenario, const Run& run)
{
    Figures figures;
    figures.tripMinutes = run.tripMinutes;
    figures.returnMinutes = run.returnMinutes;
    auto& counts = figures.counts;
    counts["switches"] = run.switches;
    counts["degraded_minutes"] = std::ranges::count(run.modeInForce, 'd');
    counts["primary_mode_minutes_at_or_over_latency_threshold"] = run.slowPrimaryMinutes;
    counts["primary"] = sumOf(run.total, {"primary"});
    counts["fallback_model"] = sumOf(run.total, {"secondary", "small_model"});
    counts["cache_rules_templates"] = sumOf(run.total, {"cache", "popular_list", "template", "eligibility_rules"});
    counts["honest_unavailable"] = sumOf(run.total, {"unavailable", "queue_for_person"});
    counts["queued_for_person"] = sumOf(run.total, {"queue_for_person"});
    counts["total_requests"] =
        counts["primary"] + counts["fallback_model"] + counts["cache_rules_templates"] + counts["honest_unavailable"];
    counts["refunds_decided_by_small_model"] = refundsOnSmallModel(scenario, run.total);
    counts["wrong_refund_decisions"] = run.wrongRefundDecisions;
    if (run.tripMinutes.size() > 1 && !run.returnMinutes.empty())
        counts["minutes_from_early_return_to_second_trip"] = run.tripMinutes[1] - run.returnMinutes[0];
    return figures;
}

} // namespace rungwatch::lab
