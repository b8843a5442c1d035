// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/traffic_log.h"

#include "rungwatch/cache/query_text.h"

#include <algorithm>
#include <functional>

namespace rungwatch {

TrafficLog::TrafficLog(std::size_t capacity)
    : m_capacity(std::max<std::size_t>(capacity, 1))
{
}

void TrafficLog::record(std::string_view query, const std::optional<std::string>& scope)
{
    Key key{normalisedQuery(query), scope};
    const std::lock_guard lock(m_mutex);
    ++m_total;
    if (key.first.empty() || (scope && scope->empty()))
        return;
    ++m_times[std::move(key)];
    // Room is made in one go for as many again, so that its cost is spread over them.
    if (m_times.size() > 2 * m_capacity)
        makeRoom();
}

void TrafficLog::makeRoom()
{
    std::vector<std::uint64_t> times;
    times.reserve(m_times.size());
    for (const auto& entry : m_times)
        times.push_back(entry.second);
    const auto first = times.begin() + static_cast<std::ptrdiff_t>(m_capacity);
    std::nth_element(times.begin(), first, times.end(), std::greater<>());
    const auto most = *first;
    m_forgotten += most;
    for (auto entry = m_times.begin(); entry != m_times.end();) {
        if (entry->second <= most) {
            entry = m_times.erase(entry);
        } else {
            entry->second -= most;
            ++entry;
        }
    }
}

TrafficLog::Top TrafficLog::top(std::size_t count) const
{
    Top top;
    {
        const std::lock_guard lock(m_mutex);
        top.total = m_total;
        top.forgotten = m_forgotten;
        top.asked.reserve(m_times.size());
        for (const auto& [key, times] : m_times)
            top.asked.push_back({key.first, key.second, times});
    }
    std::stable_sort(
        top.asked.begin(), top.asked.end(), [](const Asked& a, const Asked& b) { return a.times > b.times; });
    if (top.asked.size() > count)
        top.asked.resize(count);
    return top;
}

void TrafficLog::clear()
{
    const std::lock_guard lock(m_mutex);
    m_times.clear();
    m_total = 0;
    m_forgotten = 0;
}

AnswerSet preparedFor(const TrafficLog& log,
    const std::function<std::optional<PreparedAnswer>(const TrafficLog::Asked&)>& prepare, std::size_t count)
{
    AnswerSet set;
    std::int64_t covered = 0;
    const auto top = log.top(count);
    for (const auto& asked : top.asked) {
        auto answer = prepare(asked);
        if (!answer || answer->answer.empty())
            continue;
        answer->query = asked.query;
        answer->scope = asked.scope;
        covered += static_cast<std::int64_t>(asked.times);
        set.answers.push_back(std::move(*answer));
    }
    set.coverage = Percent::ratio(covered, static_cast<std::int64_t>(top.total));
    return set;
}

} // namespace rungwatch
