// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/state.h"

namespace rungwatch::exchange {

/// Puts events on one line of time that only goes forward: steady time decides, so that a wall clock that was set back
/// moves nothing. What a service reports of before, with its own time, is placed by how long before its answer it was.
class TrueTime {
public:
    struct Place {
        /// Orders; of no meaning to people where the wall clock was set.
        WallTime order;
        /// The console's calendar when it happened, to show.
        WallTime at;
    };

    /// Events in their order; `after` is the state with `event` applied.
    [[nodiscard]] Place of(const fleet::Event& event, const fleet::FleetState& after);

private:
    std::optional<SteadyTime> m_steady;
    WallTime m_now;
};

} // namespace rungwatch::exchange
