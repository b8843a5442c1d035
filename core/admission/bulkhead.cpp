// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/bulkhead.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>

namespace rungwatch::admission {

using namespace std::chrono_literals;

/// The rules under a lock, and the threads that wait. Kept alive by the bulkhead, its permits and its waiters.
class BulkheadCore {
public:
    BulkheadCore(const BulkheadOptions& options, const Clock& clock)
        : m_clock(clock)
        , m_rules(options)
    {
    }

    /// Nothing: admitted. So for enter().
    std::optional<BulkheadRefusal> tryEnter();
    std::optional<BulkheadRefusal> enter(std::optional<SteadyTime> deadline, const std::stop_token& stop);
    void leave();
    void tick();
    [[nodiscard]] Bulkhead::Snapshot snapshot() const;
    [[nodiscard]] const BulkheadOptions& options() const { return m_rules.options(); }

private:
    class Place;

    /// To the threads that a step of the rules settled. Under the lock, so that none of them can be gone already.
    void tell(const std::vector<Settled>& settled);
    void expireLocked(SteadyTime now);
    void leaveLocked();

    const Clock& m_clock;
    mutable std::mutex m_mutex;
    BulkheadRules m_rules;
    std::map<WaiterId, Place*> m_places;
};

/// One thread's place in the queue, on its stack. Made and destroyed under the lock; whatever way the thread takes out,
/// a place that was not settled by then is given up.
class BulkheadCore::Place {
public:
    Place(BulkheadCore& core, const Entered& entered) noexcept
        : m_core(core)
        , m_id(*entered.waiter)
        , m_until(entered.until)
    {
    }
    ~Place()
    {
        m_core.m_places.erase(m_id);
        if (!m_settled)
            m_core.m_rules.giveUp(m_id);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// Sleeps until it is settled, or a stop is requested.
    void wait(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
    {
        m_woken.emplace();
        m_core.m_places.emplace(m_id, this);
        const auto settled = [this] { return m_settled; };
        while (!m_settled && !stop.stop_requested()) {
            const auto now = m_core.m_clock.steadyNow();
            m_core.expireLocked(now);
            if (m_settled)
                return;
            // In slices, so that no wait overflows the system's.
            m_woken->wait_for(lock, stop, m_until ? std::min<Duration>(*m_until - now, 1h) : 1h, settled);
        }
    }
    void settle(std::optional<BulkheadRefusal> refusal)
    {
        m_settled = true;
        m_refusal = refusal;
        m_woken->notify_one();
    }
    [[nodiscard]] bool settled() const { return m_settled; }
    [[nodiscard]] std::optional<BulkheadRefusal> refusal() const { return m_refusal; }

private:
    BulkheadCore& m_core;
    WaiterId m_id;
    std::optional<SteadyTime> m_until;
    std::optional<std::condition_variable_any> m_woken;
    bool m_settled{false};
    std::optional<BulkheadRefusal> m_refusal;
};

std::optional<BulkheadRefusal> BulkheadCore::tryEnter()
{
    const std::lock_guard lock(m_mutex);
    std::vector<Settled> settled;
    const auto entered = m_rules.tryEnter(m_clock.steadyNow(), settled);
    tell(settled);
    return entered.refusal;
}

std::optional<BulkheadRefusal> BulkheadCore::enter(std::optional<SteadyTime> deadline, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    std::vector<Settled> settled;
    const auto entered = m_rules.enter(m_clock.steadyNow(), deadline, settled);
    tell(settled);
    if (!entered.waiter)
        return entered.refusal;
    Place place(*this, entered);
    place.wait(lock, stop);
    if (!stop.stop_requested())
        return place.refusal();
    // Nobody is there to use a permit that was granted in the meantime.
    if (place.settled() && !place.refusal())
        leaveLocked();
    return place.refusal().value_or(BulkheadRefusal::GaveUp);
}

void BulkheadCore::leave()
{
    const std::lock_guard lock(m_mutex);
    leaveLocked();
}

void BulkheadCore::tick()
{
    const std::lock_guard lock(m_mutex);
    expireLocked(m_clock.steadyNow());
}

Bulkhead::Snapshot BulkheadCore::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return {m_rules.inFlight(), m_rules.waiting(), m_rules.counts()};
}

void BulkheadCore::tell(const std::vector<Settled>& settled)
{
    for (const auto& one : settled)
        if (const auto place = m_places.find(one.waiter); place != m_places.end())
            place->second->settle(one.refusal);
}

void BulkheadCore::expireLocked(SteadyTime now)
{
    std::vector<Settled> settled;
    m_rules.expire(now, settled);
    tell(settled);
}

void BulkheadCore::leaveLocked()
{
    std::vector<Settled> settled;
    m_rules.leave(m_clock.steadyNow(), settled);
    tell(settled);
}

BulkheadPermit& BulkheadPermit::operator=(BulkheadPermit&& other) noexcept
{
    if (this != &other) {
        release();
        m_core = std::move(other.m_core);
    }
    return *this;
}

void BulkheadPermit::release()
{
    if (const auto core = std::exchange(m_core, nullptr))
        core->leave();
}

Bulkhead::Bulkhead(const BulkheadOptions& options, const Clock& clock)
    : m_core(std::make_shared<BulkheadCore>(options, clock))
{
}

Bulkhead::~Bulkhead() = default;

BulkheadEntry Bulkhead::tryEnter()
{
    const auto refusal = m_core->tryEnter();
    return refusal ? BulkheadEntry(*refusal) : BulkheadEntry(BulkheadPermit(m_core));
}

BulkheadEntry Bulkhead::enter(std::optional<SteadyTime> deadline, const std::stop_token& stop)
{
    const auto core = m_core; // a waiter's own, should the bulkhead go
    const auto refusal = core->enter(deadline, stop);
    return refusal ? BulkheadEntry(*refusal) : BulkheadEntry(BulkheadPermit(core));
}

void Bulkhead::tick()
{
    m_core->tick();
}

Bulkhead::Snapshot Bulkhead::snapshot() const
{
    return m_core->snapshot();
}

const BulkheadOptions& Bulkhead::options() const
{
    return m_core->options();
}

} // namespace rungwatch::admission
