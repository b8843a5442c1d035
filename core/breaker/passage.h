// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/step.h"

namespace rungwatch::breaker {

/// What time alone does to a breaker: the one place that says so, for reading and for stepping alike. A small copy of
/// what matters for it, moved on until nothing is due; the state itself is not touched.
struct Passage {
    struct Move {
        Phase to{Phase::HalfOpen};
        Cause cause{Cause::Cooldown};
        SteadyTime at;
        std::optional<SteadyTime> openUntil;
        bool probeCarried{false};
    };

    Passage(const State& state, const Options& options);

    /// The next change, whenever that is.
    [[nodiscard]] std::optional<Move> next() const;
    /// The next change that is due at `now`, as it is to be written down.
    [[nodiscard]] std::optional<Move> dueAt(SteadyTime now) const;
    void follow(const Move& move);
    /// All that is due at `now`. Ends: what it may begin anew (an idle stay in half-open) begins at `now`.
    void advanceTo(SteadyTime now);

    const Options& options;
    Phase phase;
    SteadyTime since;
    std::optional<SteadyTime> openUntil;
    Duration reopenFor;
    /// Half-open: probes in flight, and the first of their ends. Open: an operator's probe.
    std::size_t probes;
    std::optional<SteadyTime> probeDeadline;
    bool moved{false};
};

/// When this probe has failed if it has not ended.
[[nodiscard]] SteadyTime deadlineOf(const Probe& probe, const Options& options);
/// The operator's probe that is under way in open, if one is.
[[nodiscard]] bool forcedProbeRuns(const State& state, const Options& options, SteadyTime now);

} // namespace rungwatch::breaker
