// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/coarse.h"

namespace rungwatch {

namespace {

using namespace std::chrono;

using AgeStep = duration<std::int64_t, std::centi>;

Duration coarseLatency(Duration latency)
{
    Duration step{milliseconds(1)};
    while (latency >= step * 100)
        step *= 10;
    return (latency + step / 2) / step * step;
}

} // namespace

Moment coarse(const Moment& moment)
{
    auto rounded = moment;
    rounded.steady = floor<microseconds>(moment.steady);
    rounded.boot = floor<microseconds>(moment.boot);
    rounded.wall = floor<microseconds>(moment.wall);
    return rounded;
}

fleet::PollResult coarse(fleet::PollResult result)
{
    result.obtainedAt = SteadyTime{floor<AgeStep>(result.obtainedAt.time_since_epoch())};
    result.latency = coarseLatency(result.latency);
    if (result.unchanged)
        result.bytes = 0;
    return result;
}

} // namespace rungwatch
