// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/batch_queue.h"

#include <algorithm>

namespace rungwatch {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostItems = 1'000'000;
/// As many as one life of an item can have.
constexpr std::size_t mostErrors = 100;

} // namespace

std::optional<Error> BatchOptions::fault() const
{
    const auto wrong = [](const char* name, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, name};
    };
    if (maxItems < 1 || maxItems > mostItems)
        return wrong("max_items", "1 to 1000000 items");
    if (maxAttempts < 1 || maxAttempts > mostErrors)
        return wrong("max_attempts", "1 to 100 attempts");
    if (maxDeadLetters < maxItems || maxDeadLetters > mostItems)
        return wrong("max_dead_letters", "at least max_items and at most 1000000");
    if (alertAbove >= maxDeadLetters)
        return wrong("alert_above", "less than max_dead_letters");
    if (lease < 1s || lease > 24h * 7)
        return wrong("lease_s", "1 second to 7 days");
    return std::nullopt;
}

BatchQueue::BatchQueue(const BatchOptions& options)
    : m_options(options)
{
}

std::optional<BatchQueue::Id> BatchQueue::add(std::string payload, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    if (m_items.size() >= m_options.maxItems || m_items.size() + m_dead.size() >= m_options.maxDeadLetters) {
        ++m_counts.refused;
        return std::nullopt;
    }
    BatchItem item;
    item.id = ++m_lastId;
    item.payload = std::move(payload);
    item.lastAttempt = m_options.maxAttempts;
    m_waiting.emplace(now.steady, item.id);
    m_items.emplace(item.id, std::move(item));
    ++m_counts.added;
    return m_lastId;
}

std::optional<BatchQueue::Work> BatchQueue::take(const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    takeBackOverdue(now);
    if (m_waiting.empty() || m_waiting.begin()->first > now.steady)
        return std::nullopt;
    auto& item = m_items.at(m_waiting.begin()->second);
    m_waiting.erase(m_waiting.begin());
    ++item.attempts;
    item.leasedUntil = saturatingAdd(now.steady, m_options.lease);
    m_underWay.emplace(*item.leasedUntil, item.id);
    return Work{item.id, item.attempts, item.payload};
}

void BatchQueue::takeBackOverdue(const Moment& now)
{
    while (!m_underWay.empty() && m_underWay.begin()->first <= now.steady) {
        const auto id = m_underWay.begin()->second;
        endAttempt(id, {m_items.at(id).attempts, now.wall, FailureClass::Kind::Timeout, "no result within its lease"},
            now.steady, now);
    }
}

bool BatchQueue::underWay(Id id, std::uint32_t attempt) const
{
    const auto found = m_items.find(id);
    return found != m_items.end() && found->second.leasedUntil && found->second.attempts == attempt;
}

bool BatchQueue::done(Id id, std::uint32_t attempt)
{
    const std::lock_guard lock(m_mutex);
    if (!underWay(id, attempt))
        return false;
    m_underWay.erase({*m_items.at(id).leasedUntil, id});
    m_items.erase(id);
    ++m_counts.done;
    return true;
}

bool BatchQueue::failed(Id id, std::uint32_t attempt, FailureClass failure, std::string message,
    std::optional<Duration> retryIn, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    if (!underWay(id, attempt))
        return false;
    const auto due = retryIn ? std::optional(saturatingAdd(now.steady, std::max(Duration{0}, *retryIn))) : std::nullopt;
    endAttempt(id, {attempt, now.wall, failure, std::move(message)}, due, now);
    return true;
}

void BatchQueue::endAttempt(Id id, BatchError error, std::optional<SteadyTime> dueAgain, const Moment& now)
{
    auto& item = m_items.at(id);
    m_underWay.erase({*item.leasedUntil, id});
    item.leasedUntil.reset();
    if (item.errors.size() >= mostErrors)
        item.errors.erase(item.errors.begin());
    item.errors.push_back(std::move(error));
    if (dueAgain && item.attempts < item.lastAttempt) {
        m_waiting.emplace(*dueAgain, id);
        return;
    }
    item.died = now.wall;
    m_dead.push_back(std::move(item));
    m_items.erase(id);
    if (m_dead.size() > m_options.alertAbove && !m_aboveSince)
        m_aboveSince = now.wall;
}

std::vector<BatchItem> BatchQueue::deadLetters() const
{
    const std::lock_guard lock(m_mutex);
    return m_dead;
}

std::optional<BatchItem> BatchQueue::removeDead(Id id)
{
    const auto found = std::ranges::find(m_dead, id, &BatchItem::id);
    if (found == m_dead.end())
        return std::nullopt;
    auto item = std::move(*found);
    m_dead.erase(found);
    if (m_dead.size() <= m_options.alertAbove)
        m_aboveSince.reset();
    return item;
}

bool BatchQueue::revive(Id id, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    if (m_items.size() >= m_options.maxItems)
        return false;
    auto item = removeDead(id);
    if (!item)
        return false;
    item->lastAttempt = item->attempts + m_options.maxAttempts;
    item->died.reset();
    m_waiting.emplace(now.steady, id);
    m_items.emplace(id, std::move(*item));
    return true;
}

bool BatchQueue::discard(Id id)
{
    const std::lock_guard lock(m_mutex);
    return removeDead(id).has_value();
}

std::optional<SteadyTime> BatchQueue::nextDue() const
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty() || m_underWay.empty())
        return m_waiting.empty() && m_underWay.empty()
            ? std::nullopt
            : std::optional((m_waiting.empty() ? m_underWay : m_waiting).begin()->first);
    return std::min(m_waiting.begin()->first, m_underWay.begin()->first);
}

BatchQueue::Counts BatchQueue::counts() const
{
    const std::lock_guard lock(m_mutex);
    auto counts = m_counts;
    counts.waiting = m_waiting.size();
    counts.underWay = m_underWay.size();
    counts.deadLetters = m_dead.size();
    return counts;
}

std::optional<BatchQueue::Alert> BatchQueue::alert() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_aboveSince)
        return std::nullopt;
    return Alert{m_dead.size(), m_options.alertAbove, *m_aboveSince};
}

} // namespace rungwatch
