// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/options.h"
#include "rungwatch/cache/stale_policy.h"
#include "rungwatch/ladder/ladder.h"
#include "rungwatch/ladder/mode_controller.h"
#include "rungwatch/simulate/part.h"

namespace rungwatch::simulate {

/// What a script says of a rung beyond what a ladder holds.
struct ScriptedRung {
    /// Whole percent of the requests of one step that a cache, rules or template rung serves, where the step does not
    /// say what it answers.
    std::int64_t coveragePercent{100};
    /// How old an answer of this rung may be.
    StalePolicy stale;
    /// What the rungs above leave for it of a request's deadline.
    Duration reserve{0};
};

struct LadderConfiguration {
    Ladder ladder;
    /// In the ladder's order.
    std::vector<ScriptedRung> rungs;
    /// By rung name.
    std::map<std::string, breaker::Options> breakers;
    std::optional<ModeController::Options> controller;
    bool required{false};
    std::optional<Duration> quotaRest;
};

/// Reads `ladder`. A rung is an object with the fleet file's keys ("name" or "rung", "kind", "deadline_s", "message",
/// "other_path") and "coverage_pct", "max_age_s", "reserve_s"; or its name alone, where that is the name of a kind.
[[nodiscard]] LadderConfiguration readLadderConfiguration(
    const JsonValue& value, const std::string& pointer, Faults& faults);

} // namespace rungwatch::simulate
