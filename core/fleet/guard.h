// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

/// \file
/// Whether a command may act, and if not, why and when it may (OPERATOR 4). A window asks the same questions to grey
/// out nothing silently.

namespace rungwatch::fleet {

/// A selection is let go this long after the operator's last touch.
inline constexpr Duration selectionLasts{10s};
/// A command whose effect telemetry does not show this long after the request, or after the answer, is unconfirmed.
inline constexpr Duration confirmWithin{10s};
/// Characters of a reason, blanks around it not counted.
inline constexpr std::size_t leastReason{10};
/// The longest expiry of a kill that is not "until revoked".
inline constexpr Duration longestExpiry{std::chrono::hours{24 * 7}};

struct GuardRefusal {
    Refusal refusal{Refusal::UnknownTarget};
    /// One plain sentence part for people: "it is closed", "selected by ada".
    std::string detail;
    /// When it may be tried again, where that is known.
    std::optional<Duration> retryIn;
};

/// A target's service and present state, as far as they are known.
struct Target {
    std::size_t service{0};
    /// "degraded", "open"; "unknown" where nothing was read.
    std::string state;
    /// Of the telemetry that says so.
    Freshness freshness{Freshness::Unknown};
};

/// The target of an action, or nothing where neither the fleet file nor any telemetry names it.
[[nodiscard]] std::optional<Target> targetOf(
    const FleetState& state, Action action, const std::string& target, SteadyTime now);

/// What stands against this command now; nothing where it may act.
[[nodiscard]] std::optional<GuardRefusal> refusalOf(const FleetState& state, const Command& command, SteadyTime now);

} // namespace rungwatch::fleet
