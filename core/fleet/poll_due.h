// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

/// \file
/// When an endpoint's polls and its breaker next need to be looked at: the same for a live decision and for a what-if.

namespace rungwatch::fleet {

/// When the endpoint is to be asked next; absent while a poll is in flight.
[[nodiscard]] std::optional<SteadyTime> pollDue(const EndpointState& endpoint);
/// When a poll in flight whose end never comes is given up.
[[nodiscard]] std::optional<SteadyTime> lostDue(const EndpointState& endpoint, const SourcePolicy& source);
/// The first of these and of what time brings its breaker.
[[nodiscard]] std::optional<SteadyTime> pollsDue(
    const EndpointState& endpoint, const ServicePolicy& service, const SourcePolicy& source);
/// Draws the spread of a cooldown that begins now, per endpoint and opening.
[[nodiscard]] std::uint64_t cooldownChance(
    std::uint64_t seed, const std::string& endpoint, const breaker::State& breaker);
/// Up to the engine's quantum, so that many due times make few ticks.
[[nodiscard]] SteadyTime onQuantum(SteadyTime due);

} // namespace rungwatch::fleet
