// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/passage.h"

namespace rungwatch::breaker {

SteadyTime deadlineOf(const Probe& probe, const Options& options)
{
    return saturatingAdd(probe.startedAt, options.probeTimeout);
}

bool forcedProbeRuns(const State& state, const Options& options, SteadyTime now)
{
    return state.phase == Phase::Open && !state.probes.empty() && now < deadlineOf(state.probes.back(), options);
}

Passage::Passage(const State& state, const Options& options_)
    : options(options_)
    , phase(state.phase)
    , since(state.since)
    , openUntil(state.openUntil)
    , reopenFor(state.reopenFor)
    , probes(state.probes.size())
{
    // Probes stand in the order they were given out. In half-open the first to run out decides; in open only the last
    // can still be under way.
    if (!state.probes.empty())
        probeDeadline = deadlineOf(phase == Phase::Open ? state.probes.back() : state.probes.front(), options);
}

std::optional<Passage::Move> Passage::next() const
{
    if (phase == Phase::Open && openUntil) {
        const bool carried = probeDeadline && *probeDeadline > *openUntil;
        return Move{Phase::HalfOpen, Cause::Cooldown, *openUntil, std::nullopt, carried};
    }
    if (phase == Phase::HalfOpen) {
        const auto stayEnds = saturatingAdd(since, options.maxHalfOpen);
        const bool timedOut = probeDeadline && *probeDeadline <= stayEnds;
        const auto at = timedOut ? *probeDeadline : stayEnds;
        return Move{Phase::Open, timedOut ? Cause::ProbeTimedOut : Cause::HalfOpenTooLong, at,
            saturatingAdd(at, reopenFor), false};
    }
    return std::nullopt;
}

std::optional<Passage::Move> Passage::dueAt(SteadyTime now) const
{
    auto move = next();
    if (!move || now < move->at)
        return std::nullopt;
    // An idle stay in half-open that would be over already was never seen by anybody: it begins now. So a gap of any
    // length is a few changes, not one for each cooldown that fits into it.
    if (move->to == Phase::HalfOpen && !move->probeCarried && now >= saturatingAdd(move->at, options.maxHalfOpen))
        move->at = now;
    return move;
}

void Passage::follow(const Move& move)
{
    phase = move.to;
    since = move.at;
    openUntil = move.openUntil;
    probes = move.probeCarried ? 1 : 0;
    if (!move.probeCarried)
        probeDeadline.reset();
    moved = true;
}

void Passage::advanceTo(SteadyTime now)
{
    while (const auto move = dueAt(now))
        follow(*move);
}

} // namespace rungwatch::breaker
