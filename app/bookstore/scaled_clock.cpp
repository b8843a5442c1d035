// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/scaled_clock.h"

namespace rungwatch::bookstore {

namespace {

Duration times(Duration length, double factor)
{
    return fromSeconds(toSeconds(length) * factor);
}

} // namespace

ScaledClock::ScaledClock(const Clock& machine, double speed, Duration startAt)
    : m_machine(machine)
    , m_begin(machine.now())
    , m_speed(speed)
    , m_startAt(startAt)
{
}

Moment ScaledClock::now() const
{
    const auto machine = m_machine.now();
    const auto elapsed = machine.steady - m_begin.steady;
    const auto asleep = (machine.boot - m_begin.boot) - elapsed;
    const auto scaled = times(elapsed, m_speed);
    return {m_begin.steady + scaled, machine.wall, m_begin.boot + scaled + asleep};
}

Duration ScaledClock::scenarioNow() const
{
    return m_startAt + (now().steady - m_begin.steady);
}

Duration ScaledClock::real(Duration scaled) const
{
    return times(scaled, 1.0 / m_speed);
}

} // namespace rungwatch::bookstore
