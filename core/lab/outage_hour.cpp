// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/outage_hour.h"

#include "rungwatch/admission/share.h"
#include "rungwatch/ladder/mode_controller.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

/// n * p / 100, rounded half up, in integers.
std::int64_t pct(std::int64_t n, std::int64_t p)
{
    return (2 * n * p + 100) / 200;
}

/// One minute's requests on their way down: what each feature has left, and who served the rest.
class Minute {
public:
    Minute(const Scenario& scenario, const Toggles& toggles, std::int64_t minute)
        : m_scenario(scenario)
        , m_toggles(toggles)
        , m_minute(minute)
    {
        for (const auto& feature : scenario.features) {
            m_left.push_back(feature.requestsPerMinute);
            for (const auto& rung : feature.ladder)
                m_served[feature.name][rung.name] = 0;
        }
    }

    Served walk(bool primaryInForce)
    {
        if (primaryInForce)
            primary();
        limited(RungKind::Secondary, m_scenario.secondaryQuotaAt(m_minute));
        if (m_toggles.smallRungDrilled)
            limited(RungKind::SmallModel, m_scenario.smallCapacity);
        for (const auto kind : {RungKind::Cache, RungKind::Rules, RungKind::Template})
            covered(kind);
        for (const auto kind : {RungKind::QueueForPerson, RungKind::Unavailable})
            covered(kind);
        return std::move(m_served);
    }

private:
    [[nodiscard]] bool killed(const ScenarioFeature& feature) const
    {
        return m_toggles.recommendationsKillSwitch && feature.name == "recommendations"
            && m_minute >= m_toggles.killSwitchFirstMinute && m_minute <= m_toggles.killSwitchLastMinute;
    }

    [[nodiscard]] const ScenarioRung* rungOf(std::size_t feature, RungKind kind) const
    {
        const auto& ladder = m_scenario.features[feature].ladder;
        const auto rung = std::ranges::find(ladder, kind, &ScenarioRung::kind);
        return rung == ladder.end() ? nullptr : &*rung;
    }

    [[nodiscard]] bool mayUse(std::size_t feature, RungKind kind) const
    {
        const auto& f = m_scenario.features[feature];
        const bool allowed = kind != RungKind::SmallModel || f.alwaysOnSmallModel || m_toggles.refundsOnSmallModel;
        return rungOf(feature, kind) && allowed && !(isModel(kind) && killed(f));
    }

    void serve(std::size_t feature, RungKind kind, std::int64_t requests)
    {
        m_served[m_scenario.features[feature].name][rungOf(feature, kind)->name] += requests;
        m_left[feature] -= requests;
    }

    void primary()
    {
        for (std::size_t i = 0; i < m_left.size(); ++i)
            if (mayUse(i, RungKind::Primary))
                serve(i, RungKind::Primary, m_left[i] - pct(m_left[i], m_scenario.errorPercentAt(m_minute)));
    }

    void limited(RungKind kind, std::int64_t capacity)
    {
        std::vector<std::size_t> asking;
        std::vector<admission::Demand> demands;
        for (std::size_t i = 0; i < m_left.size(); ++i) {
            if (!mayUse(i, kind))
                continue;
            asking.push_back(i);
            demands.push_back({m_left[i], m_scenario.features[i].criticality});
        }
        const auto granted = admission::share(capacity, demands);
        for (std::size_t k = 0; k < asking.size(); ++k)
            serve(asking[k], kind, granted[k]);
    }

    void covered(RungKind kind)
    {
        for (std::size_t i = 0; i < m_left.size(); ++i)
            if (mayUse(i, kind))
                serve(i, kind, pct(m_left[i], rungOf(i, kind)->coveragePercent));
    }

    const Scenario& m_scenario;
    const Toggles& m_toggles;
    std::int64_t m_minute;
    std::vector<std::int64_t> m_left;
    Served m_served;
};

/// The core's controller under the scenario's thresholds. Every minute gives a verdict, since the signals are the
/// script's whether or not traffic is sent to the primary: so there is no minimum of calls.
ModeController controllerOf(const Scenario& scenario, const Toggles& toggles)
{
    ModeController::Options options;
    options.maxError = Percent{scenario.tripAtErrorPercent * 1'000};
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
    seen.error = Percent{scenario.errorPercentAt(minute) * 1'000};
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
        run.byMinute.push_back(Minute(scenario, toggles, minute).walk(!degraded));
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
    run.wrongRefundDecisions = pct(refundsOnSmallModel(scenario, run.total), scenario.refundDecisionErrorPercent);
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
