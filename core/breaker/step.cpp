// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/step.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/breaker/passage.h"
#include "rungwatch/breaker/window.h"

namespace rungwatch::breaker {

namespace {

/// part/whole >= threshold, without rounding.
bool reaches(std::uint64_t part, std::uint64_t whole, Percent threshold)
{
    return part * 100'000 >= static_cast<std::uint64_t>(threshold.milli) * whole;
}

/// The cooldown with its spread: at least the configured one, at most that much longer.
Duration drawnCooldown(const Options& options, std::uint64_t chance)
{
    const auto cooldown = static_cast<std::uint64_t>(options.cooldown.count());
    const auto spread = static_cast<std::uint64_t>(options.cooldownSpread.milli);
    const auto most = cooldown / 100'000 * spread + cooldown % 100'000 * spread / 100'000;
    const auto share = mixed(chance) >> 48; // of 65,536
    const auto extra = most / 65'536 * share + most % 65'536 * share / 65'536;
    return Duration{static_cast<std::int64_t>(cooldown + extra)};
}

/// Whether this call, just recorded, trips a closed breaker. Only one that failed or was slow can.
bool trips(const State& state, const Options& options, const Outcome& outcome, SteadyTime now)
{
    const bool failed = outcome.verdict == Verdict::Failure;
    const bool slow = isSlow(options, outcome) && (failed || outcome.verdict == Verdict::Success);
    if (options.window == WindowKind::Consecutive)
        return failed && state.run >= options.failureThreshold;
    const auto totals = totalsAt(state, options, now);
    if (totals.calls < options.minCalls)
        return false;
    if (failed && options.failureRate && reaches(totals.failed, totals.calls, *options.failureRate))
        return true;
    if (failed && !options.failureRate && totals.failed >= options.failureThreshold)
        return true;
    return slow && options.slowRate && reaches(totals.slow, totals.calls, *options.slowRate);
}

/// One input on one state, at one moment.
class Stepping {
public:
    Stepping(State state, const Options& options, SteadyTime now, std::uint64_t chance)
        : m_options(options)
        , m_now(now)
        , m_chance(chance)
    {
        m_step.state = std::move(state);
        letTimePass();
    }

    void operator()(const Admit&) { admit(true); }
    void operator()(const Tick&) { }
    void operator()(const Finish& finish);
    void operator()(const Force& force);
    void operator()(const Reset&) { reset(); }
    void operator()(const ForceProbe&);

    [[nodiscard]] Step take() { return std::move(m_step); }

private:
    [[nodiscard]] State& state() { return m_step.state; }

    void letTimePass()
    {
        for (;;) {
            const auto move = Passage(state(), m_options).dueAt(m_now);
            if (!move)
                return;
            Transition transition{state().phase, move->to, move->cause, move->at, move->openUntil, {}, {}, false};
            transition.probeCarried = move->probeCarried;
            moveTo(std::move(transition));
        }
    }

    /// Completes a transition with its figures and the cooldown that it may bring, and goes there.
    void moveTo(Transition transition)
    {
        transition.figures = windowFigures(state(), m_options, transition.at);
        if (transition.to == Phase::Open)
            transition.reopenFor = drawnCooldown(m_options, mixed(m_chance));
        else if (transition.to == Phase::HalfOpen)
            transition.reopenFor =
                state().phase == Phase::Open ? state().reopenFor : drawnCooldown(m_options, m_chance);
        enter(state(), transition);
        m_step.transitions.push_back(std::move(transition));
    }

    void go(Phase to, Cause cause)
    {
        Transition transition{state().phase, to, cause, m_now, std::nullopt, {}, {}, false};
        if (to == Phase::Open) {
            const bool again = state().phase == Phase::HalfOpen;
            const auto cooldown = again ? state().reopenFor : drawnCooldown(m_options, m_chance);
            transition.openUntil = saturatingAdd(m_now, cooldown);
        }
        transition.probeCarried = to == Phase::HalfOpen && forcedProbeRuns(state(), m_options, m_now);
        moveTo(std::move(transition));
    }

    void give() { m_step.permit = breaker::take(state(), m_now); }
    void no(RefusalReason reason, std::optional<Duration> retryIn = std::nullopt)
    {
        m_step.refusal = Refusal{reason, retryIn};
    }

    void admit(bool counted)
    {
        switch (state().phase) {
        case Phase::Closed:
        case Phase::Disabled:
            return give();
        case Phase::HalfOpen:
            if (state().probes.size() < m_options.halfOpenPermits)
                return give();
            no(RefusalReason::ProbeInFlight);
            break;
        case Phase::Open:
            no(RefusalReason::Open, *state().openUntil - m_now);
            break;
        case Phase::ForcedOpen:
            no(RefusalReason::ForcedOpen);
            break;
        }
        if (counted)
            refuse(state());
    }

    void reset()
    {
        if (state().phase == Phase::Closed)
            clear(state());
        else
            go(Phase::Closed, Cause::Operator);
    }

    Step m_step;
    const Options& m_options;
    SteadyTime m_now;
    std::uint64_t m_chance;
};

void Stepping::operator()(const Finish& finish)
{
    const auto before = state().inFlight();
    const auto successes = state().probeSuccesses;
    const auto late = state().counters.late;
    record(state(), m_options, finish.permit, finish.outcome, m_now);
    if (state().inFlight() == before || state().counters.late != late)
        return; // a second end, or one from an earlier period: neither decides anything
    const auto closes = [this] { return state().probeSuccesses >= m_options.closeAfter; };
    switch (state().phase) {
    case Phase::Closed:
        if (trips(state(), m_options, finish.outcome, m_now))
            go(Phase::Open, Cause::Threshold);
        return;
    case Phase::HalfOpen: {
        const bool judged = finish.outcome.verdict == Verdict::Success || finish.outcome.verdict == Verdict::Failure;
        if (judged && !isProbeSuccess(m_options, finish.outcome))
            go(Phase::Open, Cause::ProbeFailed);
        else if (closes())
            go(Phase::Closed, Cause::ProbeSucceeded);
        return;
    }
    case Phase::Open:
        if (state().probeSuccesses == successes)
            return; // an operator's probe that failed leaves it as it was
        go(Phase::HalfOpen, Cause::Operator);
        if (closes())
            go(Phase::Closed, Cause::ProbeSucceeded);
        return;
    case Phase::ForcedOpen:
    case Phase::Disabled:
        return;
    }
}

void Stepping::operator()(const Force& force)
{
    const auto target = force.phase == Phase::Open ? Phase::ForcedOpen : force.phase;
    if (target == Phase::Closed)
        reset();
    else if (target != state().phase)
        go(target, Cause::Operator);
}

void Stepping::operator()(const ForceProbe&)
{
    switch (state().phase) {
    case Phase::Open:
        if (forcedProbeRuns(state(), m_options, m_now))
            return no(RefusalReason::ProbeInFlight);
        return give();
    case Phase::HalfOpen:
        return admit(false);
    case Phase::ForcedOpen:
        return no(RefusalReason::ForcedOpen);
    case Phase::Closed:
    case Phase::Disabled:
        return no(RefusalReason::NotOpen);
    }
}

} // namespace

Step step(State state, const Options& options, const Input& input, SteadyTime now, std::uint64_t chance)
{
    Stepping stepping(std::move(state), options, now, chance);
    std::visit(stepping, input);
    return stepping.take();
}

} // namespace rungwatch::breaker
