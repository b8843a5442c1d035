// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/clock_watch.h"

namespace rungwatch {

ClockWatch::Finding ClockWatch::look(const Moment& now)
{
    Finding finding;
    if (m_last) {
        const auto steady = now.steady - m_last->steady;
        const auto boot = now.boot - m_last->boot;
        const auto wall = now.wall - m_last->wall;
        if (boot - steady > tolerance)
            finding.asleep = boot - steady;
        if (const auto by = wall - boot; by > tolerance || by < -tolerance)
            finding.jumpedBy = by;
    }
    m_last = now;
    return finding;
}

} // namespace rungwatch
