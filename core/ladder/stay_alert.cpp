// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/stay_alert.h"

namespace rungwatch {

namespace {

StayAlert::State after(StayAlert::State state, const StayAlert::Options& options, bool away, SteadyTime now)
{
    if (!away)
        return {};
    if (!state.offSince)
        state.offSince = now;
    state.raised = state.raised || now >= saturatingAdd(*state.offSince, options.longest);
    return state;
}

} // namespace

StayAlert::State StayAlert::observe(State state, const Options& options, Mode mode, SteadyTime now)
{
    return after(state, options, mode != Mode::Primary, now);
}

StayAlert::State StayAlert::observe(State state, const Options& options, breaker::Phase phase, SteadyTime now)
{
    const bool pinned = phase == breaker::Phase::ForcedOpen || phase == breaker::Phase::Disabled;
    return after(state, options, pinned, now);
}

std::optional<SteadyTime> StayAlert::due(const State& state, const Options& options)
{
    if (!state.offSince || state.raised)
        return std::nullopt;
    return saturatingAdd(*state.offSince, options.longest);
}

Result<StayAlert::Options> validate(const StayAlert::Options& options)
{
    if (options.longest <= Duration{0} || options.longest > std::chrono::hours(24 * 30))
        return Error{"out-of-range", "expected above 0 and at most 2592000 seconds", "/longest_s"};
    return options;
}

} // namespace rungwatch
