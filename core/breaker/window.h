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

// For a breaker that counts successes apart and adds them later (breaker_core.h).

/// As many calls that ended well and quickly, one after the other; in a time window they join the last entry, which
/// must be there.
void addSuccesses(State& state, const Options& options, std::uint64_t calls);
/// Until when a call joins the last entry of a time window; absent while there is none.
[[nodiscard]] std::optional<SteadyTime> lastEntryEnds(const State& state, const Options& options);
/// Makes room for a full window, so that recording a call allocates nothing.
void reserveWindow(State& state, const Options& options);

} // namespace rungwatch::breaker
