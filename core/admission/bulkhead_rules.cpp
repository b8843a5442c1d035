// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/bulkhead_rules.h"

#include <algorithm>

namespace rungwatch::admission {

using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t mostCalls = 100'000;

/// The earlier of a time and one that may be absent.
std::optional<SteadyTime> earlier(std::optional<SteadyTime> a, std::optional<SteadyTime> b)
{
    return a && b ? std::min(*a, *b) : (a ? a : b);
}

} // namespace

std::optional<Error> BulkheadOptions::fault() const
{
    const auto wrong = [](const char* name, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, name};
    };
    if (permits < 1 || permits > mostCalls)
        return wrong("permits", "1 to 100000 calls");
    if (queue > mostCalls)
        return wrong("queue", "0 to 100000 calls");
    if (maxWait && (*maxWait < 0ns || *maxWait > 24h))
        return wrong("max_wait_s", "0 to 86400 seconds");
    return std::nullopt;
}

BulkheadRules::BulkheadRules(const BulkheadOptions& options)
    : m_options(options)
{
}

Entered BulkheadRules::admit()
{
    ++m_inFlight;
    ++m_counts.admitted;
    return {};
}

Entered BulkheadRules::refuse(BulkheadRefusal refusal)
{
    ++m_counts.refused;
    return {std::nullopt, std::nullopt, refusal};
}

BulkheadRules::Waiter BulkheadRules::waiterFor(SteadyTime now, std::optional<SteadyTime> deadline) const
{
    Waiter waiter;
    if (m_options.maxWait)
        waiter.until = saturatingAdd(now, *m_options.maxWait);
    if (deadline && (!waiter.until || *deadline < *waiter.until)) {
        waiter.until = deadline;
        waiter.over = BulkheadRefusal::Deadline;
    }
    return waiter;
}

Entered BulkheadRules::enter(SteadyTime now, std::optional<SteadyTime> deadline, std::vector<Settled>& settled)
{
    expire(now, settled);
    if (deadline && *deadline <= now)
        return refuse(BulkheadRefusal::Deadline);
    // Whoever waits is served first: where one does, no permit is free.
    if (m_inFlight < m_options.permits)
        return admit();
    auto waiter = waiterFor(now, deadline);
    const bool noWait = waiter.until && *waiter.until <= now;
    if (noWait || m_waiters.size() >= m_options.queue)
        return refuse(BulkheadRefusal::Full);
    waiter.id = ++m_lastId;
    m_nextDue = earlier(m_nextDue, waiter.until);
    m_waiters.push_back(waiter);
    return {waiter.id, waiter.until, std::nullopt};
}

Entered BulkheadRules::tryEnter(SteadyTime now, std::vector<Settled>& settled)
{
    expire(now, settled);
    return m_inFlight < m_options.permits ? admit() : refuse(BulkheadRefusal::Full);
}

void BulkheadRules::leave(SteadyTime now, std::vector<Settled>& settled)
{
    expire(now, settled);
    if (m_inFlight == 0)
        return;
    --m_inFlight;
    if (m_waiters.empty())
        return;
    settled.push_back({m_waiters.front().id, std::nullopt});
    m_waiters.pop_front();
    admit();
}

bool BulkheadRules::giveUp(WaiterId waiter)
{
    const auto found = std::ranges::find(m_waiters, waiter, &Waiter::id);
    if (found == m_waiters.end())
        return false;
    m_waiters.erase(found);
    ++m_counts.gaveUp;
    return true;
}

void BulkheadRules::expire(SteadyTime now, std::vector<Settled>& settled)
{
    if (!m_nextDue || now < *m_nextDue)
        return;
    m_nextDue.reset();
    std::erase_if(m_waiters, [&](const Waiter& waiter) {
        if (!waiter.until || now < *waiter.until) {
            m_nextDue = earlier(m_nextDue, waiter.until);
            return false;
        }
        settled.push_back({waiter.id, waiter.over});
        ++m_counts.refused;
        return true;
    });
}

} // namespace rungwatch::admission
