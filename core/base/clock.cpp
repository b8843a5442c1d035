// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/clock.h"

#include <cmath>
#include <ctime>

namespace rungwatch {

namespace {

Duration read(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec);
}

} // namespace

Moment SystemClock::now() const
{
    return {steadyNow(), WallTime{read(CLOCK_REALTIME)}, read(CLOCK_BOOTTIME)};
}

SteadyTime SystemClock::steadyNow() const
{
    return SteadyTime{read(CLOCK_MONOTONIC)};
}

Moment CoarseClock::now() const
{
    return {steadyNow(), WallTime{read(CLOCK_REALTIME)}, read(CLOCK_BOOTTIME)};
}

SteadyTime CoarseClock::steadyNow() const
{
    return SteadyTime{read(CLOCK_MONOTONIC_COARSE)};
}

ManualClock::ManualClock()
    : m_now{SteadyTime{}, WallTime{std::chrono::sys_days{std::chrono::year{2026} / 11 / 30}}, Duration{0}}
{
}

void ManualClock::advance(Duration by)
{
    m_now.steady += by;
    m_now.wall += by;
    m_now.boot += by;
}

void ManualClock::jumpWall(Duration by)
{
    m_now.wall += by;
}

void ManualClock::suspend(Duration by)
{
    m_now.wall += by;
    m_now.boot += by;
}

SteadyTime saturatingAdd(SteadyTime a, Duration b)
{
    Duration::rep sum = 0;
    if (__builtin_add_overflow(a.time_since_epoch().count(), b.count(), &sum))
        return b.count() > 0 ? SteadyTime::max() : SteadyTime::min();
    return SteadyTime{Duration{sum}};
}

Duration fromSeconds(double seconds)
{
    constexpr double limit = 9.2e9; // just under what 63 bits of nanoseconds hold, 291 years
    if (std::isnan(seconds))
        return Duration{0};
    if (seconds >= limit)
        return Duration::max();
    if (seconds <= -limit)
        return Duration::min();
    return Duration{std::llround(seconds * 1e9)};
}

double toSeconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace rungwatch
