// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <optional>

namespace rungwatch {

/// Tells from two readings of the clocks what happened between them besides time passing: the machine slept (boot time
/// ran ahead of steady time), or the calendar was set (wall time moved by another amount than boot time).
class ClockWatch {
public:
    /// Less than this is the noise of reading three clocks one after the other, and of a clock that is being slewed.
    static constexpr Duration tolerance{std::chrono::milliseconds(250)};

    struct Finding {
        std::optional<Duration> asleep;
        std::optional<Duration> jumpedBy;
    };

    /// Compares with the reading before; the first one finds nothing.
    [[nodiscard]] Finding look(const Moment& now);

private:
    std::optional<Moment> m_last;
};

} // namespace rungwatch
