// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/feature_row.h"
#include "ui/models/service_view.h"

namespace rungwatch {

/// How long an ended command still shows at its target.
constexpr Duration endedCommandShown{std::chrono::seconds{30}};

/// The newest command of `target` that is under way, unconfirmed, or ended a moment ago. Null: none.
[[nodiscard]] const fleet::CommandState* shownCommand(
    const fleet::FleetState& state, const std::string& target, bool probe, SteadyTime now);
/// "409 probe_in_flight", "the target's data is stale": why a command was refused. Plain text.
[[nodiscard]] QString refusalCause(const fleet::CommandState& command);

/// The kill switch of a feature. `reading` is null before the first one.
[[nodiscard]] KillCell killCell(const fleet::FleetState& state, const std::string& feature,
    const FeatureReading* reading, const ServiceView& service, SteadyTime now);

} // namespace rungwatch
