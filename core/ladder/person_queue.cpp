// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/person_queue.h"

#include <algorithm>

namespace rungwatch {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostGaps = 20;
constexpr int fewestGaps = 3;
/// With the most cases that may wait, an estimate still fits a Duration.
constexpr Duration longestCase = 24h;

} // namespace

std::optional<Error> PersonQueueOptions::fault() const
{
    const auto wrong = [](const char* name, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, name};
    };
    if (maxWaiting < 1 || maxWaiting > 100'000)
        return wrong("max_waiting", "1 to 100000 cases");
    if (perCase && (*perCase < 1s || *perCase > longestCase))
        return wrong("per_case_s", "1 to 86400 seconds");
    if (recent < 1min || recent > 24h)
        return wrong("recent_s", "60 to 86400 seconds");
    return std::nullopt;
}

PersonQueue::PersonQueue(const PersonQueueOptions& options)
    : m_options(options)
{
}

std::optional<PersonQueue::Joined> PersonQueue::join(std::string reference, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.size() >= m_options.maxWaiting) {
        ++m_counts.refused;
        return std::nullopt;
    }
    if (m_waiting.empty()) {
        m_unservedSince = now;
        m_gapCounts = false;
    }
    const Ticket ticket = ++m_counts.joined;
    m_waiting.push_back({ticket, std::move(reference), now});
    return Joined{ticket, place(m_waiting.size() - 1, now)};
}

std::deque<PersonQueue::Waiting>::const_iterator PersonQueue::find(Ticket ticket) const
{
    const auto found = std::ranges::lower_bound(m_waiting, ticket, {}, &Waiting::ticket);
    return found != m_waiting.end() && found->ticket == ticket ? found : m_waiting.end();
}

std::optional<QueuePlace> PersonQueue::placeOf(Ticket ticket, SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = find(ticket);
    if (found == m_waiting.end())
        return std::nullopt;
    return place(static_cast<std::size_t>(found - m_waiting.begin()), now);
}

bool PersonQueue::leave(Ticket ticket)
{
    const std::lock_guard lock(m_mutex);
    const auto found = find(ticket);
    if (found == m_waiting.end())
        return false;
    m_waiting.erase(found);
    ++m_counts.left;
    if (m_waiting.empty())
        m_unservedSince.reset();
    return true;
}

std::optional<PersonQueue::Case> PersonQueue::take(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty())
        return std::nullopt;
    if (m_gapCounts && m_unservedSince) {
        m_gaps.push_back({now, std::max(Duration{0}, now - *m_unservedSince)});
        if (m_gaps.size() > mostGaps)
            m_gaps.pop_front();
    }
    auto first = std::move(m_waiting.front());
    m_waiting.pop_front();
    ++m_counts.taken;
    m_gapCounts = !m_waiting.empty();
    m_unservedSince = m_gapCounts ? std::optional(now) : std::nullopt;
    return Case{first.ticket, std::move(first.reference), std::max(Duration{0}, now - first.joined)};
}

std::optional<Duration> PersonQueue::perCase(SteadyTime now) const
{
    Duration sum{0};
    int count = 0;
    for (const auto& gap : m_gaps)
        if (now - gap.ended < m_options.recent) {
            sum += std::min(gap.length, longestCase);
            ++count;
        }
    if (count < fewestGaps)
        return m_options.perCase;
    const auto underWay = m_unservedSince ? std::min(now - *m_unservedSince, longestCase) : Duration{0};
    if (underWay > sum / count)
        return (sum + underWay) / (count + 1);
    return sum / count;
}

QueuePlace PersonQueue::place(std::size_t index, SteadyTime now) const
{
    QueuePlace place{index + 1, perCase(now)};
    if (place.wait)
        *place.wait *= static_cast<std::int64_t>(place.position);
    return place;
}

PersonQueue::State PersonQueue::state(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    auto state = m_counts;
    state.waiting = m_waiting.size();
    if (!m_waiting.empty()) {
        state.waitEstimate = place(m_waiting.size() - 1, now).wait;
        state.longestWait = std::max(Duration{0}, now - m_waiting.front().joined);
    }
    return state;
}

} // namespace rungwatch
