// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/breaker.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/breaker/passage.h"

#include <deque>
#include <mutex>
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

/// What a Breaker and its permits share. One lock around one step; announcements leave after it is free.
class BreakerCore {
public:
    BreakerCore(
        std::string name, const Options& options, const Clock& clock, Breaker::Listener listener, std::uint64_t seed)
        : m_name(std::move(name))
        , m_options(options)
        , m_clock(clock)
        , m_listener(std::move(listener))
        , m_seed(seed)
    {
        m_state.since = clock.steadyNow();
    }

    /// Takes a step; its state is kept, and what it emitted is announced.
    Step take(const Input& input)
    {
        Step done;
        {
            const std::lock_guard lock(m_mutex);
            const auto now = m_clock.now();
            const auto chance = draw(m_seed, m_name, m_state.generation);
            done = step(std::move(m_state), m_options, input, now.steady, chance);
            m_state = std::move(done.state);
            for (const auto& transition : done.transitions)
                m_pending.push_back({++m_seq, m_name, now.wall, transition});
        }
        if (!done.transitions.empty())
            announce();
        return done;
    }

    template <class Look> auto look(Look&& at) const
    {
        const std::lock_guard lock(m_mutex);
        return at(m_state, m_options, m_clock.steadyNow());
    }

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const Options& options() const { return m_options; }
    [[nodiscard]] std::uint64_t listenerFailures() const
    {
        const std::lock_guard lock(m_mutex);
        return m_listenerFailures;
    }

private:
    /// Whoever finds nobody announcing does it, until nothing is left: so order holds, and a listener that calls the
    /// breaker only leaves more to announce.
    void announce()
    {
        std::unique_lock lock(m_mutex);
        if (std::exchange(m_announcing, true))
            return;
        while (!m_pending.empty()) {
            const auto announcement = std::move(m_pending.front());
            m_pending.pop_front();
            lock.unlock();
            const bool contained = !deliver(announcement);
            lock.lock();
            m_listenerFailures += contained ? 1 : 0;
        }
        m_announcing = false;
    }

    bool deliver(const Announcement& announcement) const
    {
        try {
            if (m_listener)
                m_listener(announcement);
            return true;
        } catch (...) {
            return false;
        }
    }

    const std::string m_name;
    const Options m_options;
    const Clock& m_clock;
    const Breaker::Listener m_listener;
    const std::uint64_t m_seed;
    mutable std::mutex m_mutex;
    State m_state;
    std::deque<Announcement> m_pending;
    std::uint64_t m_seq{0};
    std::uint64_t m_listenerFailures{0};
    bool m_announcing{false};
};

Permit::Permit(std::shared_ptr<BreakerCore> core, PermitId id)
    : m_core(std::move(core))
    , m_id(id)
{
}

Permit::Permit(Permit&& other) noexcept = default;

Permit& Permit::operator=(Permit&& other) noexcept
{
    if (this != &other) {
        cancel();
        m_core = std::move(other.m_core);
        m_id = other.m_id;
    }
    return *this;
}

Permit::~Permit()
{
    cancel();
}

void Permit::finish(Verdict verdict, Duration latency)
{
    // Let go of first: whatever a listener does meanwhile, this permit has ended.
    if (const auto core = std::exchange(m_core, nullptr))
        static_cast<void>(core->take(Finish{m_id, {verdict, latency}}));
}

void Permit::success(Duration latency)
{
    finish(Verdict::Success, latency);
}
void Permit::failure(Duration latency)
{
    finish(Verdict::Failure, latency);
}
void Permit::failure(FailureClass failure, Duration latency)
{
    if (m_core)
        finish(verdictOf(m_core->options(), failure), latency);
}
void Permit::ignore()
{
    finish(Verdict::Ignored, {});
}
void Permit::cancel()
{
    finish(Verdict::Cancelled, {});
}

Breaker::Breaker(std::string name, const Options& options, const Clock& clock, Listener listener, std::uint64_t seed)
    : m_core(std::make_shared<BreakerCore>(std::move(name), options, clock, std::move(listener), seed))
{
}

Breaker::~Breaker() = default;

Admission Breaker::admission(const Input& input)
{
    const auto done = m_core->take(input);
    if (done.permit)
        return Admission(Permit(m_core, *done.permit));
    return Admission(*done.refusal);
}

Admission Breaker::tryAcquire()
{
    return admission(Admit{});
}
Admission Breaker::forceProbe()
{
    return admission(ForceProbe{});
}
void Breaker::force(Phase phase)
{
    static_cast<void>(m_core->take(Force{phase}));
}
void Breaker::reset()
{
    static_cast<void>(m_core->take(Reset{}));
}
void Breaker::tick()
{
    static_cast<void>(m_core->take(Tick{}));
}

const std::string& Breaker::name() const
{
    return m_core->name();
}
const Options& Breaker::options() const
{
    return m_core->options();
}
std::uint64_t Breaker::listenerFailures() const
{
    return m_core->listenerFailures();
}

Phase Breaker::phase() const
{
    return m_core->look(phaseAt);
}
bool Breaker::wouldAdmit() const
{
    return m_core->look(breaker::wouldAdmit);
}
State Breaker::state() const
{
    return m_core->look([](const State& state, const Options&, SteadyTime) { return state; });
}
std::optional<SteadyTime> Breaker::nextDue() const
{
    return m_core->look([](const State& s, const Options& o, SteadyTime) { return breaker::nextDue(s, o); });
}
Snapshot Breaker::snapshot() const
{
    return m_core->look(snapshotAt);
}

} // namespace rungwatch::breaker
