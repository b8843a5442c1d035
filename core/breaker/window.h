// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/state.h"

/// \file
/// The calls that a breaker looks back on. Part of the rules: called by the functions of state.h and step.h.

namespace rungwatch::breaker {

struct WindowTotals {
    std::uint64_t calls{0};
    std::uint64_t failed{0};
    std::uint64_t slow{0};
};

/// A call ended at `now`. What has left the window by then is let go.
void addCall(State& state, const Options& options, bool failed, bool slow, SteadyTime now);
/// What is inside at `now`.
[[nodiscard]] WindowTotals totalsAt(const State& state, const Options& options, SteadyTime now);
/// The totals with the run, and the rates where enough calls make them known.
[[nodiscard]] Figures windowFigures(const State& state, const Options& options, SteadyTime now);
void emptyWindow(State& state);

} // namespace rungwatch::breaker
