// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/drill.h"

#include <algorithm>
#include <exception>

namespace rungwatch {

namespace {

std::string refusedPlan(const FeatureRunner& feature, const DrillPlan& plan)
{
    if (!feature.forcedRung())
        return "the feature has no place to force a rung";
    if (!plan.check)
        return "the plan has no check of the answers";
    if (plan.maxDuration <= Duration{0} || plan.maxDuration > std::chrono::hours{1})
        return "expected a longest duration above 0 and at most 1 h";
    const auto count = feature.ladder().rungs.size();
    if (std::any_of(plan.rungs.begin(), plan.rungs.end(), [&](std::size_t rung) { return rung >= count; }))
        return "expected rungs of a ladder of " + std::to_string(count);
    return {};
}

std::vector<std::size_t> rungsOf(const FeatureRunner& feature, const DrillPlan& plan)
{
    auto rungs = plan.rungs;
    for (std::size_t i = 0; plan.rungs.empty() && i < feature.ladder().rungs.size(); ++i)
        rungs.push_back(i);
    return rungs;
}

std::string checked(const DrillPlan& plan, const Rung& rung, const FeatureAnswer& answer)
{
    try {
        return plan.check(rung, answer);
    } catch (const std::exception& thrown) {
        return std::string("the check threw: ") + thrown.what();
    } catch (...) {
        return "the check threw";
    }
}

/// What the forced rung itself said, else the first error.
std::string saidBy(const std::string& rung, const FeatureAnswer& answer)
{
    const auto& errors = answer.errors;
    if (errors.empty())
        return "no error was given";
    const auto own = std::find_if(errors.begin(), errors.end(), [&](const auto& e) { return e.rung == rung; });
    const auto& error = own == errors.end() ? errors.front() : *own;
    return error.rung + ": " + error.what + (error.message.empty() ? "" : " (" + error.message + ")");
}

void fail(DrilledRung& drilled, const char* fault, std::string message)
{
    drilled.passed = false;
    drilled.fault = fault;
    drilled.message = std::move(message);
}

void judge(DrilledRung& drilled, const DrillPlan& plan, const Rung& rung, bool inForce)
{
    const auto& answer = drilled.answer;
    if (answer.mode == Mode::Killed)
        return fail(drilled, "killed", "a kill switch is engaged");
    if (!inForce)
        return fail(drilled, "expired", "the drill's time was over before the rung had answered");
    if (answer.mode != Mode::Drill)
        return fail(drilled, "wrong_rung", "the request was not sent to the forced rung");
    if (!answer.rung)
        return fail(drilled, "no_answer", saidBy(rung.name, answer));
    if (answer.rungName != rung.name)
        return fail(drilled, "wrong_rung", answer.rungName + " answered");
    // An honest end serves its message even where what stands behind it failed: to a drill that is a failure.
    if (!answer.errors.empty())
        return fail(drilled, "no_answer", saidBy(rung.name, answer));
    if (auto wrong = checked(plan, rung, answer); !wrong.empty())
        return fail(drilled, "check", std::move(wrong));
    drilled.passed = true;
}

/// Sends the drill's request to each rung in turn, as long as nothing ends the drill.
void tryRungs(FeatureRunner& feature, const DrillPlan& plan, OverrideHold& hold, SteadyTime until, DrillReport& report)
{
    for (const auto index : rungsOf(feature, plan)) {
        const auto& rung = feature.ladder().rungs[index];
        DrilledRung drilled;
        drilled.rung = rung.name;
        if (report.end != DrillReport::End::Done) {
            fail(drilled, "not_tried", "the drill had ended");
        } else if (!hold.move(index, feature.clock().steadyNow())) {
            fail(drilled, "expired", "the drill's time was over");
        } else {
            drilled.answer = feature.run({plan.key, Purpose::Drill, until, std::nullopt}, Mode::Primary);
            judge(drilled, plan, rung, feature.clock().steadyNow() < until);
        }
        if (drilled.fault == "killed")
            report.end = DrillReport::End::Killed;
        if (drilled.fault == "expired")
            report.end = DrillReport::End::Expired;
        if (report.message.empty() && report.end != DrillReport::End::Done)
            report.message = drilled.message;
        report.rungs.push_back(std::move(drilled));
    }
}

std::string phaseName(const std::optional<breaker::Phase>& phase)
{
    return phase ? std::string(nameOf(*phase)) : "none";
}

/// Another's override that came as soon as this one was gone is no trace of this drill.
std::vector<std::string> differences(const FeatureRunner& feature, const DrillReport& report, std::uint64_t id)
{
    const auto& before = report.before;
    const auto& after = report.after;
    std::vector<std::string> found;
    if (before.kill != after.kill)
        found.push_back("kill switch: " + std::string(nameOf(before.kill)) + " before, "
            + std::string(nameOf(after.kill)) + " after");
    if (after.forced && after.forced->id == id)
        found.emplace_back("the drill's own override is still in force");
    for (std::size_t i = 0; i < feature.ladder().rungs.size(); ++i) {
        const auto& name = feature.ladder().rungs[i].name;
        if (before.breakers[i] != after.breakers[i])
            found.push_back("breaker of " + name + ": " + phaseName(before.breakers[i]) + " before, "
                + phaseName(after.breakers[i]) + " after");
        if (before.resting[i] != after.resting[i])
            found.push_back(name + (after.resting[i] ? " rests now" : " rests no more"));
    }
    return found;
}

} // namespace

bool DrillReport::passed() const
{
    return end == End::Done && changed.empty()
        && std::all_of(rungs.begin(), rungs.end(), [](const DrilledRung& rung) { return rung.passed; });
}

DrillReport drill(FeatureRunner& feature, const DrillPlan& plan)
{
    DrillReport report;
    if (report.message = refusedPlan(feature, plan); !report.message.empty()) {
        report.end = DrillReport::End::NotPossible;
        return report;
    }
    const auto began = feature.clock().steadyNow();
    const auto until = saturatingAdd(began, plan.maxDuration);
    const auto id = feature.forcedRung()->set(Mode::Drill, 0, until, began);
    if (!id) {
        report.end = DrillReport::End::Busy;
        report.message = "another forced rung or drill is in force";
        report.before = report.after = feature.standing(began);
        return report;
    }
    {
        OverrideHold hold(*feature.forcedRung(), *id);
        report.before = feature.standing(began);
        report.before.forced.reset(); // set() found none
        tryRungs(feature, plan, hold, until, report);
    }
    report.after = feature.standing(feature.clock().steadyNow());
    report.changed = differences(feature, report, *id);
    return report;
}

} // namespace rungwatch
