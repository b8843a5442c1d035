// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/state.h"

/// \file
/// The rules of a breaker, once. Where good libraries differ, this is what was chosen:
/// - The first failed probe opens it again, whatever its siblings bring; it closes on `closeAfter` successes without
/// one.
/// - Only a failed or slow call can trip it, never a success. Rates are compared as integers, at >=.
/// - An ignored or cancelled probe gives its slot back and is neither success nor failure.
/// - A result from an earlier period counts in Counters and nowhere else. A permit's second end does nothing (for one
/// of
///   an earlier period only Permit can tell).
/// - Where a slow rate is set, a slow probe is a failed one: what opened the breaker is not over.
/// - Forced open counts refusals only; disabled counts everything and never trips.
/// - What time brings is stamped with the moment it was due. A half-open stay that came and went unseen is not made up:
///   it begins when it is noticed.

namespace rungwatch::breaker {

enum class Cause { Threshold, Cooldown, ProbeSucceeded, ProbeFailed, ProbeTimedOut, HalfOpenTooLong, Operator };
constexpr std::array<std::string_view, 7> enumNames(Cause)
{
    return {"threshold", "cooldown", "probe_succeeded", "probe_failed", "probe_timed_out", "half_open_too_long",
        "operator"};
}

/// A change of phase with the figures that decided it, frozen: what lands later does not alter the reason.
struct Transition {
    Phase from{Phase::Closed};
    Phase to{Phase::Closed};
    Cause cause{Cause::Threshold};
    /// When it was due, for what time brought: may lie before the step that noticed it.
    SteadyTime at;
    /// Into open: when its cooldown ends.
    std::optional<SteadyTime> openUntil;
    Figures figures;
    /// Into open and half-open: State::reopenFor.
    Duration reopenFor{0};
    /// From open to half-open: an operator's probe is under way and stays valid.
    bool probeCarried{false};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("from", self.from);
        visit("to", self.to);
        visit("cause", self.cause);
        visit("at", self.at);
        visit("open_until", self.openUntil);
        visit("figures", self.figures);
        visit("reopen_for", self.reopenFor);
        visit("probe_carried", self.probeCarried);
    }
};

enum class Verdict { Success, Failure, Ignored, Cancelled };
constexpr std::array<std::string_view, 4> enumNames(Verdict)
{
    return {"success", "failure", "ignored", "cancelled"};
}

/// How a call that was admitted ended. Ignored and cancelled give the slot back and count in no rate.
struct Outcome {
    Verdict verdict{Verdict::Success};
    Duration latency{0};
};

/// Strictly slower than slowCall.
[[nodiscard]] bool isSlow(const Options& options, const Outcome& outcome);
/// A success that was not slow, where slowness can open the breaker.
[[nodiscard]] bool isProbeSuccess(const Options& options, const Outcome& outcome);

/// May a call be made?
struct Admit { };
struct Finish {
    PermitId permit;
    Outcome outcome;
};
/// Time passed; nothing else.
struct Tick { };
/// An operator pins the phase: forced open (also for Open) and disabled until Reset, half-open for a try. Closed is
/// Reset.
struct Force {
    Phase phase{Phase::ForcedOpen};
};
/// Back to automatic: closed and empty. Options and lifetime counters stay.
struct Reset { };
/// An operator's trial of an open breaker: one permit though the cooldown runs. A failure leaves it open and its
/// cooldown where it stood (a try out of turn is no reason to wait longer); a success takes it to half-open with that
/// success in hand, and by half-open's own rule on to closed. One at a time; one that outlives probeTimeout makes room
/// for the next. When the cooldown ends meanwhile, it is half-open's probe. In half-open the same as Admit.
struct ForceProbe { };

using Input = std::variant<Admit, Finish, Tick, Force, Reset, ForceProbe>;

enum class RefusalReason { Open, ProbeInFlight, ForcedOpen, NotOpen };
constexpr std::array<std::string_view, 4> enumNames(RefusalReason)
{
    return {"open", "probe_in_flight", "forced_open", "not_open"};
}

struct Refusal {
    RefusalReason reason{RefusalReason::Open};
    /// Until the next probe may be sent, where time leads there.
    std::optional<Duration> retryIn;
};

struct Step {
    State state;
    std::optional<PermitId> permit;
    std::optional<Refusal> refusal;
    /// In order; usually none or one.
    std::vector<Transition> transitions;
};

/// The whole rule: the state after `input` at `now`. Lets the time pass first (a cooldown that is over is over), then
/// acts. `chance` draws the spread of a cooldown that begins here. Emits a transition if and only if the phase changed.
[[nodiscard]] Step step(
    State state, const Options& options, const Input& input, SteadyTime now, std::uint64_t chance = 0);

// The bookkeeping that step() is made of. A journal's replay calls these with what was decided then, and so honours a
// recorded decision whatever the rules of today would say.

/// A permit was given out: a probe in half-open and open, else a running call.
PermitId take(State& state, SteadyTime now);
/// A call was refused.
void refuse(State& state);
/// A call ended: counters, run, window, slots. Never changes the phase.
void record(State& state, const Options& options, PermitId permit, const Outcome& outcome, SteadyTime now);
/// The only writer of the phase: clears window, run and slots together.
void enter(State& state, const Transition& transition);
/// A new period of the same phase, empty: a reset of a breaker that is closed already.
void clear(State& state);

} // namespace rungwatch::breaker
