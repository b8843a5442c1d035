// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/passage.h"
#include "rungwatch/breaker/window.h"

#include <algorithm>

/// \file
/// What writes a State down. Decides nothing: a replay calls these with what was decided then.

namespace rungwatch::breaker {

namespace {

void countEnd(Counters& counters, const Options& options, const Outcome& outcome, bool late)
{
    const bool executed = outcome.verdict == Verdict::Success || outcome.verdict == Verdict::Failure;
    counters.ok += outcome.verdict == Verdict::Success ? 1 : 0;
    counters.failed += outcome.verdict == Verdict::Failure ? 1 : 0;
    counters.ignored += executed ? 0 : 1;
    counters.slow += executed && isSlow(options, outcome) ? 1 : 0;
    counters.late += late ? 1 : 0;
}

void recordCall(State& state, const Options& options, const Outcome& outcome, SteadyTime now)
{
    const bool failed = outcome.verdict == Verdict::Failure;
    if (!failed && outcome.verdict != Verdict::Success)
        return;
    state.run = failed ? state.run + 1 : 0;
    addCall(state, options, failed, isSlow(options, outcome), now);
}

/// A call of this period that has ended is taken off the list. False: it is not on it.
bool endRunning(State& state, std::uint64_t number)
{
    const auto found = std::lower_bound(state.running.begin(), state.running.end(), number);
    if (found == state.running.end() || *found != number)
        return false;
    state.running.erase(found);
    return true;
}

std::optional<Probe> endProbe(State& state, std::uint64_t number)
{
    const auto found = std::find_if(
        state.probes.begin(), state.probes.end(), [&](const Probe& probe) { return probe.number == number; });
    if (found == state.probes.end())
        return std::nullopt;
    const auto probe = *found;
    state.probes.erase(found);
    return probe;
}

} // namespace

bool isSlow(const Options& options, const Outcome& outcome)
{
    return outcome.latency > options.slowCall;
}

bool isProbeSuccess(const Options& options, const Outcome& outcome)
{
    return outcome.verdict == Verdict::Success && !(options.slowRate && isSlow(options, outcome));
}

PermitId take(State& state, SteadyTime now)
{
    // An operator's probe that is still listed has outlived its time, or there would be no second one: what it brings
    // later belongs to a period that is over.
    if (state.phase == Phase::Open && !state.probes.empty())
        clear(state);
    const PermitId permit{state.generation, state.nextPermit++};
    if (state.phase == Phase::Open || state.phase == Phase::HalfOpen)
        state.probes.push_back({permit.number, now});
    else
        state.running.push_back(permit.number);
    return permit;
}

void refuse(State& state)
{
    ++state.counters.rejected;
}

void record(State& state, const Options& options, PermitId permit, const Outcome& outcome, SteadyTime now)
{
    if (permit.generation != state.generation) {
        countEnd(state.counters, options, outcome, true);
        return;
    }
    if (endRunning(state, permit.number)) {
        countEnd(state.counters, options, outcome, false);
        recordCall(state, options, outcome, now);
    } else if (const auto probe = endProbe(state, permit.number)) {
        const bool late = state.phase == Phase::Open && now >= deadlineOf(*probe, options);
        countEnd(state.counters, options, outcome, late);
        if (!late && isProbeSuccess(options, outcome))
            ++state.probeSuccesses;
        if (state.phase == Phase::HalfOpen)
            recordCall(state, options, outcome, now);
    }
}

void enter(State& state, const Transition& transition)
{
    // Everything of the period before goes together; only an operator's probe may be carried from open to half-open.
    emptyWindow(state);
    state.running.clear();
    if (!transition.probeCarried) {
        state.probes.clear();
        ++state.generation;
    }
    // The success that an operator's probe brought in open is half-open's first.
    if (transition.from != Phase::Open || transition.to != Phase::HalfOpen)
        state.probeSuccesses = 0;
    state.phase = transition.to;
    state.since = transition.at;
    state.openUntil = transition.openUntil;
    state.reopenFor = transition.reopenFor;
    if (transition.to == Phase::Closed)
        state.outageSince.reset();
    if (transition.to == Phase::Open) {
        ++state.counters.opened;
        if (!state.outageSince) {
            ++state.counters.outages;
            state.outageSince = transition.at;
        }
    }
}

void clear(State& state)
{
    emptyWindow(state);
    state.running.clear();
    state.probes.clear();
    state.probeSuccesses = 0;
    ++state.generation;
}

} // namespace rungwatch::breaker
