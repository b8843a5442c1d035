// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/breaker_core.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/breaker/window.h"

#include <algorithm>
#include <utility>

namespace rungwatch::breaker {

BreakerCore::BreakerCore(
    std::string name, const Options& options, const Clock& clock, Breaker::Listener listener, std::uint64_t seed)
    : m_name(std::move(name))
    , m_options(options)
    , m_clock(clock)
    , m_listener(std::move(listener))
    , m_seed(seed)
    , m_lanes(*this, m_options, clock)
{
    m_state.since = clock.steadyNow();
    reserveWindow(m_state, m_options);
    const Turn turn(*this);
}

BreakerCore::Turn::Turn(BreakerCore& core)
    : m_core(core)
    , m_lock(core.m_mutex)
{
    m_core.gather();
}

BreakerCore::Turn::~Turn()
{
    m_core.publish();
}

void BreakerCore::gather()
{
    const auto gathered = m_lanes.shut();
    m_state.nextPermit += gathered.successes + gathered.inFlight - m_numbered;
    m_state.counters.ok += gathered.successes;
    m_state.counters.rejected += gathered.refused - std::exchange(m_refusedInLanes, gathered.refused);
    m_numbered = gathered.inFlight;
    addSuccesses(m_state, m_options, gathered.successes);
}

void BreakerCore::publish()
{
    if (m_state.generation != m_lanes.generation()) {
        // Calls of the period before: their ends change counters alone.
        m_heldElsewhere += std::exchange(m_numbered, 0);
        m_lanes.forgetCalls();
    }
    m_lanes.publish(m_state, m_options);
    // After a failure the next success ends the run of them, and so does decide something.
    if (m_state.phase == Phase::Closed && m_state.run == 0 && !m_abandoned)
        m_lanes.open();
}

Step BreakerCore::take(const Input& input, std::optional<SteadyTime> given)
{
    // A time that a caller read before it waited for the lock may be older than the last one: time does not run back.
    const auto now = m_latest = std::max(m_latest, given ? *given : m_clock.steadyNow());
    const auto chance = draw(m_seed, m_name, m_state.generation);
    auto done = step(std::move(m_state), m_options, input, now, chance);
    m_state = std::move(done.state);
    if (!done.transitions.empty() && m_listener && !m_abandoned) {
        const auto wall = m_clock.wallNow();
        for (const auto& transition : done.transitions)
            m_pending.push_back({++m_seq, m_name, wall, transition});
    }
    if (done.permit)
        ++m_heldElsewhere;
    return done;
}

Admission BreakerCore::ask(const Input& input, std::optional<SteadyTime> now)
{
    Step done;
    {
        const Turn turn(*this);
        done = take(input, now);
    }
    if (!done.transitions.empty())
        announce();
    return done.permit ? Admission(Permit(&m_lanes, *done.permit, Lanes::none)) : Admission(*done.refusal);
}

void BreakerCore::command(const Input& input)
{
    {
        const Turn turn(*this);
        take(input, std::nullopt);
    }
    announce();
}

void BreakerCore::finish(PermitId permit, std::size_t lane, const Outcome& outcome, std::optional<SteadyTime> now)
{
    bool announces = false;
    bool last = false;
    {
        const Turn turn(*this);
        if (lane != Lanes::none && permit.generation == m_state.generation) {
            m_lanes.endOne(lane);
            --m_numbered;
            m_state.running.insert(m_state.running.begin(), permit.number);
        } else {
            --m_heldElsewhere;
        }
        announces = !take(Finish{permit, outcome}, now).transitions.empty();
        m_heldElsewhere += announces ? 1 : 0; // for as long as it announces, nobody deletes this
        last = isLast();
    }
    if (announces) {
        announce();
        const std::lock_guard lock(m_mutex);
        --m_heldElsewhere;
        last = isLast();
    }
    if (last)
        delete this;
}

void BreakerCore::abandon()
{
    bool last = false;
    {
        const Turn turn(*this);
        m_abandoned = true;
        m_pending.clear();
        last = isLast();
    }
    if (last)
        delete this;
}

Snapshot BreakerCore::snapshot()
{
    // Calls in lanes are under way only in a breaker that is closed, which no time changes.
    return look([this](const State& state, const Options& o, SteadyTime now) {
        auto seen = snapshotAt(state, o, now);
        seen.inFlight += static_cast<std::uint32_t>(m_numbered);
        return seen;
    });
}

State BreakerCore::state()
{
    const Turn turn(*this);
    auto state = m_state;
    // Calls in lanes have no numbers; they are listed under ones that no other has.
    std::uint64_t number = 1;
    for (std::uint64_t i = 0; i < m_numbered; ++i, ++number) {
        auto at = std::ranges::lower_bound(state.running, number);
        for (; at != state.running.end() && *at == number; ++at)
            ++number;
        state.running.insert(at, number);
    }
    return state;
}

std::uint64_t BreakerCore::listenerFailures() const
{
    const std::lock_guard lock(m_mutex);
    return m_listenerFailures;
}

// Whoever finds nobody announcing does it, until nothing is left: so order holds, and a listener that calls the breaker
// only leaves more to announce.
void BreakerCore::announce()
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

bool BreakerCore::deliver(const Announcement& announcement) const
{
    try {
        m_listener(announcement);
        return true;
    } catch (...) {
        return false;
    }
}

} // namespace rungwatch::breaker
