// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

namespace rungwatch::fleet {

/// The state after `event`. The only writer of FleetState. A function of its arguments: it decides nothing, a recorded
/// decision is honoured even where today's rules would decide otherwise. `event.seq` must be state.seq + 1.
void apply(FleetState& state, const Event& event);

} // namespace rungwatch::fleet
