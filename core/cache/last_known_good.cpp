// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/last_known_good.h"

#include <algorithm>

namespace rungwatch {

bool LastKnownGood::put(const AnswerKey& key, std::string value, const Moment& obtained)
{
    if (value.empty() || key.scope.empty())
        return false;
    const std::lock_guard lock(m_mutex);
    const auto changed = m_invalidated.find(key.identity);
    if (changed != m_invalidated.end() && obtained.steady <= changed->second)
        return false;
    const auto present = m_entries.find(key);
    if (present != m_entries.end()) {
        if (present->second.obtained.steady > obtained.steady)
            return false;
        drop(present);
    } else if (!m_entries.empty() && m_entries.size() >= m_options.maxEntries) {
        drop(m_entries.find(m_byAge.begin()->second));
    }
    m_byAge.emplace(obtained.steady, key);
    m_entries.emplace(key, Entry{std::move(value), obtained});
    return true;
}

void LastKnownGood::drop(std::map<AnswerKey, Entry>::iterator entry)
{
    m_byAge.erase({entry->second.obtained.steady, entry->first});
    m_entries.erase(entry);
}

LastKnownGood::Lookup LastKnownGood::get(const AnswerKey& key, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(key);
    StoredAnswer stored;
    if (found != m_entries.end())
        stored = {found->first, false, ageOf(found->second.obtained, now)};
    Lookup lookup{std::nullopt, stored.age, m_options.policy.refuses(stored, key)};
    if (!lookup.refusal) {
        lookup.value = found->second.value;
        ++m_stats.hits;
    } else if (stored.empty) {
        ++m_stats.misses;
    } else {
        ++m_stats.refused;
    }
    return lookup;
}

void LastKnownGood::invalidate(const std::string& identity, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    for (auto entry = m_entries.lower_bound({identity, {}});
         entry != m_entries.end() && entry->first.identity == identity;)
        drop(entry++);
    m_invalidated[identity] = now.steady;
    if (m_invalidated.size() > m_options.maxEntries)
        m_invalidated.erase(std::min_element(m_invalidated.begin(), m_invalidated.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; }));
}

void LastKnownGood::clear()
{
    const std::lock_guard lock(m_mutex);
    m_entries.clear();
    m_byAge.clear();
}

std::optional<Duration> LastKnownGood::youngestAge(const Moment& now) const
{
    const std::lock_guard lock(m_mutex);
    if (m_byAge.empty())
        return std::nullopt;
    return ageOf(m_entries.at(m_byAge.rbegin()->second).obtained, now);
}

LastKnownGood::Stats LastKnownGood::stats() const
{
    const std::lock_guard lock(m_mutex);
    auto stats = m_stats;
    stats.entries = m_entries.size();
    return stats;
}

} // namespace rungwatch
