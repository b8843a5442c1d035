// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/breaker.h"

#include "rungwatch/breaker/breaker_core.h"
#include "rungwatch/breaker/passage.h"

#include <utility>

namespace rungwatch::breaker {

Snapshot snapshotAt(const State& state, const Options& options, SteadyTime now)
{
    Passage passage(state, options);
    passage.advanceTo(now);
    Snapshot snapshot;
    snapshot.phase = passage.phase;
    snapshot.figures = figuresAt(state, options, now);
    snapshot.counters = state.counters;
    snapshot.generation = state.generation;
    snapshot.inFlight = static_cast<std::uint32_t>(passage.moved ? passage.probes : state.inFlight());
    snapshot.inPhaseFor = now - passage.since;
    if (state.outageSince)
        snapshot.outageFor = now - *state.outageSince;
    snapshot.nextProbeIn = remainingAt(state, options, now);
    return snapshot;
}

Permit& Permit::operator=(Permit&& other) noexcept
{
    if (this != &other) {
        cancel();
        m_lanes = std::exchange(other.m_lanes, nullptr);
        m_id = other.m_id;
        m_lane = other.m_lane;
    }
    return *this;
}

void Permit::finishUnderLock(const Outcome& outcome, std::optional<SteadyTime> now)
{
    // Let go of first: whatever a listener does meanwhile, this permit has ended.
    std::exchange(m_lanes, nullptr)->core().finish(m_id, m_lane, outcome, now);
}

void Permit::finish(Verdict verdict, Duration latency, std::optional<SteadyTime> now)
{
    if (!m_lanes)
        return;
    if (verdict == Verdict::Success || verdict == Verdict::Failure)
        m_lanes->recordLatency(latency);
    finishUnderLock({verdict, latency}, now);
}

void Permit::failure(Duration latency, std::optional<SteadyTime> now)
{
    finish(Verdict::Failure, latency, now);
}
void Permit::failure(FailureClass failure, Duration latency, std::optional<SteadyTime> now)
{
    if (m_lanes)
        finish(verdictOf(m_lanes->core().options(), failure), latency, now);
}
void Permit::ignore()
{
    finish(Verdict::Ignored, {}, std::nullopt);
}
void Permit::cancel()
{
    finish(Verdict::Cancelled, {}, std::nullopt);
}

Breaker::Breaker(std::string name, const Options& options, const Clock& clock, Listener listener, std::uint64_t seed)
    : m_lanes(&(new BreakerCore(std::move(name), options, clock, std::move(listener), seed))->lanes())
{
}

Breaker::~Breaker()
{
    core().abandon();
}

Admission Breaker::acquireUnderLock(std::optional<SteadyTime> now)
{
    return core().ask(Admit{}, now);
}
Admission Breaker::forceProbe()
{
    return core().ask(ForceProbe{}, std::nullopt);
}
void Breaker::force(Phase phase)
{
    core().command(Force{phase});
}
void Breaker::reset()
{
    core().command(Reset{});
}
void Breaker::tick()
{
    core().command(Tick{});
}

const std::string& Breaker::name() const
{
    return core().name();
}
const Options& Breaker::options() const
{
    return core().options();
}
std::uint64_t Breaker::listenerFailures() const
{
    return core().listenerFailures();
}

Phase Breaker::phase() const
{
    return core().look(phaseAt);
}
bool Breaker::wouldAdmit() const
{
    return core().look(breaker::wouldAdmit);
}
State Breaker::state() const
{
    return core().state();
}
std::optional<SteadyTime> Breaker::nextDue() const
{
    return core().look([](const State& s, const Options& o, SteadyTime) { return breaker::nextDue(s, o); });
}
Snapshot Breaker::snapshot() const
{
    return core().snapshot();
}

LatencySketch Breaker::latencies() const
{
    return m_lanes->latencies();
}

Metrics Breaker::metrics() const
{
    const auto sketch = m_lanes->latencies();
    const auto counters = core().snapshot().counters;
    Metrics metrics;
    metrics.calls = counters.ok + counters.failed;
    metrics.successRate =
        Percent::ratio(static_cast<std::int64_t>(counters.ok), static_cast<std::int64_t>(metrics.calls));
    metrics.mean = sketch.mean();
    metrics.p50 = sketch.percentile(50);
    metrics.p95 = sketch.percentile(95);
    metrics.p99 = sketch.percentile(99);
    metrics.opened = counters.opened;
    metrics.refused = counters.rejected;
    return metrics;
}

} // namespace rungwatch::breaker
