// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/customers.h"
#include "app/bookstore/feature.h"

namespace rungwatch::bookstore {

namespace {

/// The one check of the store's answers, the same for every rung and feature.
std::string faultOf(const Rung& rung, const FeatureAnswer& answer)
{
    if (answer.body.empty())
        return "an empty answer";
    if (rung.kind == RungKind::Cache && !answer.age)
        return "a cached answer without its age";
    if (isHonestEnd(rung.kind) && (!answer.honest || answer.honest->otherPaths.empty()))
        return "no other path";
    return {};
}

} // namespace

DrillReport Feature::drill(const std::vector<std::size_t>& rungs, Duration longest, const std::atomic<bool>& calledOff)
{
    DrillPlan plan;
    // A popular question in a scope of its own: there is a prepared answer, and no customer's last known one.
    plan.key = {questionOf(0).identity, "drill"};
    plan.rungs = rungs;
    plan.maxDuration = longest;
    plan.check = [&](const Rung& rung, const FeatureAnswer& answer) {
        if (const auto forced = m_override.at(m_clock.steadyNow()); calledOff && forced)
            m_override.clear(forced->id); // the drill finds it gone before its next rung
        return faultOf(rung, answer);
    };
    return rungwatch::drill(m_runner, plan);
}

} // namespace rungwatch::bookstore
