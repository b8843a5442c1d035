// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/feature_runner.h"

namespace rungwatch {

/// What is drilled and how it is checked.
struct DrillPlan {
    /// The request that every rung is asked; its scope is one of the drill's own, so that no customer's answer is used.
    AnswerKey key;
    /// Indices on the feature's ladder, in the order to try. Empty: every rung, from the top.
    std::vector<std::size_t> rungs;
    /// The whole drill and its override end by then; above 0, at most 1 h.
    Duration maxDuration{std::chrono::minutes(5)};
    /// The one check of the feature's answers, the same for every rung: what is wrong with this one, empty where it is
    /// right. Required. What it throws is a failed check.
    std::function<std::string(const Rung& rung, const FeatureAnswer& answer)> check;
};

/// How one rung did.
struct DrilledRung {
    std::string rung;
    bool passed{false};
    /// Empty where it passed, else one of: "no_answer", "wrong_rung" (another one answered), "check" (the answer is
    /// wrong), "killed", "expired" (the drill's time was over), "not_tried" (the drill had ended before).
    std::string fault;
    /// In words, with what the rung said. For operators.
    std::string message;
    FeatureAnswer answer;
};

/// How a drill went.
struct DrillReport {
    enum class End {
        Done, ///< Every rung was tried.
        Killed, ///< A kill wins over a drill.
        Expired, ///< Its time was over before the last rung.
        Busy, ///< Another override is in force: nothing was tried.
        NotPossible, ///< The plan is wrong or the feature has no place to force a rung: nothing was tried.
    };
    friend constexpr std::array<std::string_view, 5> enumNames(End)
    {
        return {"done", "killed", "expired", "busy", "not_possible"};
    }

    End end{End::Done};
    /// Why, where it is not Done.
    std::string message;
    std::vector<DrilledRung> rungs;
    FeatureRunner::Standing before;
    FeatureRunner::Standing after;
    /// What of `after` is not as before, a sentence each. A drill whose own failing calls opened a breaker says so.
    std::vector<std::string> changed;

    /// Every rung of the plan answered rightly and everything is as it was before.
    [[nodiscard]] bool passed() const;
};

/// Forces the feature onto each rung in turn through its public entry, checks what comes, and puts everything back on
/// every path. Customers' requests go on as before. Not reentrant for one feature: a second drill is Busy.
///
/// It sends ordinary drill requests and leaves it to the feature to put them on the forced rung: a feature where that
/// is not wired up answers from another rung and fails the drill, instead of passing one that never began.
[[nodiscard]] DrillReport drill(FeatureRunner& feature, const DrillPlan& plan);

} // namespace rungwatch
