// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/feature.h"

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

void addHonestWords(Rung& rung, const std::string& feature)
{
    if (rung.kind == RungKind::QueueForPerson) {
        rung.message = "Your refund request is queued for a person.";
        rung.otherPath = "mailto:refunds@example.org";
    } else if (rung.kind == RungKind::Unavailable) {
        rung.message = feature == "help_desk" ? "Answers are delayed; open a case and we reply by email."
                                              : "Suggestions are not available right now.";
        rung.otherPath = feature == "help_desk" ? "mailto:help@example.org" : "https://example.org/bestsellers";
    }
}

Rung rungOf(const lab::ScenarioRung& script, const std::string& feature)
{
    Rung rung;
    rung.name = script.name;
    rung.kind = script.kind;
    if (isModel(rung.kind)) {
        rung.service = rung.kind == RungKind::Primary ? "provider-primary"
            : rung.kind == RungKind::Secondary        ? "provider-secondary"
                                                      : "provider-small";
        rung.deadline = rung.kind == RungKind::Primary ? 20s : 12s;
        rung.evaluated = feature + "-set-2026-10";
    }
    addHonestWords(rung, feature);
    return rung;
}

} // namespace

Ladder ladderOf(const lab::ScenarioFeature& script)
{
    Ladder ladder;
    for (const auto& rung : script.ladder)
        if (rung.kind != RungKind::SmallModel || script.alwaysOnSmallModel)
            ladder.rungs.push_back(rungOf(rung, script.name));
    if (!script.alwaysOnSmallModel)
        ladder.forbidden.push_back({RungKind::SmallModel, "A wrong refund costs money."});
    return ladder;
}

FeatureTerms termsOf(const lab::ScenarioFeature& script)
{
    FeatureTerms terms;
    terms.required = script.name == "refund_eligibility";
    for (const auto& rung : ladderOf(script).rungs)
        terms.reserves.push_back(rung.kind == RungKind::Primary ? 0s : rung.deadline.value_or(0s));
    return terms;
}

FeatureAlerts::Options alertsOf(const lab::ScenarioFeature& script)
{
    FeatureAlerts::Options options;
    options.share = {ladderOf(script).rungs.back().name, Percent{5'000}, 5min};
    options.stay.longest = 30min;
    return options;
}

ModeController::Options controllerOf(const lab::Scenario& scenario)
{
    ModeController::Options options;
    options.maxError = Percent{scenario.tripAtErrorPercent * 1000};
    options.maxP95 = std::chrono::seconds(scenario.tripAtP95Seconds);
    options.hold = static_cast<std::uint32_t>(scenario.defaults.holdHealthyMinutes);
    options.minRequests = 10;
    return options;
}

} // namespace rungwatch::bookstore
