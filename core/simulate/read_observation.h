// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/strict_object.h"
#include "rungwatch/ladder/mode_controller.h"
#include "rungwatch/simulate/part.h"

namespace rungwatch::simulate {

/// What an interval measured, as a step's "observe" writes it: error_pct, p95_s, requests, quota_spent. One that is
/// null or not there is not known, and an allowance that nothing is known of is not spent.
[[nodiscard]] ModeController::Observation readObservation(StrictObject& step, Faults& faults);

/// What the switch that made `after` of `before` was for: the bad interval's signal, or "hold". Nothing without one.
[[nodiscard]] std::optional<std::string> switchCause(
    const ModeController::State& before, const ModeController::State& after);

} // namespace rungwatch::simulate
