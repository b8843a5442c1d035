// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/policy.h"
#include "rungwatch/fleet/state.h"

/// \file
/// States of breakers whose library publishes counters only (FORMATS 5.3), concluded from two readings in a row where
/// that is sound, and marked as concluded.

namespace rungwatch::fleet {

/// What the counters of one breaker say between two readings: open where calls were refused; closed where calls
/// succeeded, none was refused and it did not open. Nothing where a counter fell (a restart), where none moved, and
/// where the two contradict each other.
struct Inference {
    breaker::Phase phase{breaker::Phase::Closed};
    std::string from;
};
[[nodiscard]] std::optional<Inference> inferredFrom(const BreakerReading& before, const BreakerReading& now);

/// Whether it has breakers with counters and without a published state.
[[nodiscard]] bool leavesStatesOpen(const Reading& reading);

/// Fills in the states that `reading` leaves open, by what was read before it. What was concluded stands while no
/// counter moves, for as long as a reading is believed (`holds`); after that it is not known any more.
void inferStates(Reading& reading, const Reading& before, std::map<std::string, SteadyTime>& inferredAt, SteadyTime at,
    Duration holds);

} // namespace rungwatch::fleet
