// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/state.h"

#include "rungwatch/breaker/passage.h"
#include "rungwatch/breaker/window.h"

#include <algorithm>

namespace rungwatch::breaker {

namespace {

Passage at(const State& state, const Options& options, SteadyTime now)
{
    Passage passage(state, options);
    passage.advanceTo(now);
    return passage;
}

} // namespace

Phase phaseAt(const State& state, const Options& options, SteadyTime now)
{
    return at(state, options, now).phase;
}

Figures figuresAt(const State& state, const Options& options, SteadyTime now)
{
    if (at(state, options, now).moved)
        return {}; // every period begins empty
    return windowFigures(state, options, now);
}

std::optional<Duration> remainingAt(const State& state, const Options& options, SteadyTime now)
{
    const auto passage = at(state, options, now);
    if (passage.phase == Phase::Open && passage.openUntil)
        return std::max(Duration{0}, *passage.openUntil - now);
    if (passage.phase == Phase::HalfOpen && passage.probes < options.halfOpenPermits)
        return Duration{0};
    return std::nullopt;
}

bool wouldAdmit(const State& state, const Options& options, SteadyTime now)
{
    const auto passage = at(state, options, now);
    switch (passage.phase) {
    case Phase::Closed:
    case Phase::Disabled:
        return true;
    case Phase::HalfOpen:
        return passage.probes < options.halfOpenPermits;
    case Phase::Open:
    case Phase::ForcedOpen:
        return false;
    }
    return false;
}

std::optional<SteadyTime> nextDue(const State& state, const Options& options)
{
    const auto move = Passage(state, options).next();
    return move ? std::optional(move->at) : std::nullopt;
}

} // namespace rungwatch::breaker
