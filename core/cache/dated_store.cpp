// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/dated_store.h"

namespace rungwatch {

bool DatedStore::put(const AnswerKey& key, Entry entry, const Moment& now)
{
    if (key.scope.empty())
        return false;
    if (const auto present = m_entries.find(key); present != m_entries.end()) {
        if (present->second.held.stamp.youngerThan(entry.held.stamp, now))
            return false;
        drop(present);
    }
    if (entry.held.value.empty())
        return false;
    if (!m_entries.empty() && m_entries.size() >= m_maxEntries)
        drop(m_entries.find(m_byAge.begin()->second));
    m_byAge.emplace(entry.held.stamp.since(), key);
    m_entries.emplace(key, std::move(entry));
    return true;
}

const DatedStore::Entry* DatedStore::find(const AnswerKey& key) const
{
    const auto found = m_entries.find(key);
    return found == m_entries.end() ? nullptr : &found->second;
}

DatedStore::Verdict DatedStore::judge(const AnswerKey& key, const StalePolicy& policy, const Moment& now) const
{
    if (key.scope.empty())
        return {nullptr, std::nullopt, StaleRefusal::NoScope};
    auto found = m_entries.find(key);
    if (found == m_entries.end()) {
        found = m_entries.lower_bound({key.identity, {}});
        if (found == m_entries.end() || found->first.identity != key.identity)
            return {nullptr, std::nullopt, policy.refuses({}, key)};
    }
    const StoredAnswer stored{found->first, false, found->second.held.stamp.ageAt(now)};
    const auto refusal = policy.refuses(stored, key);
    // What another scope holds is nobody else's business, its age included.
    if (found->first != key)
        return {nullptr, std::nullopt, refusal};
    return {&found->second, stored.age, refusal};
}

DatedStore::Entries::iterator DatedStore::drop(Entries::iterator entry)
{
    m_byAge.erase({entry->second.held.stamp.since(), entry->first});
    return m_entries.erase(entry);
}

void DatedStore::erase(const AnswerKey& key)
{
    if (const auto found = m_entries.find(key); found != m_entries.end())
        drop(found);
}

void DatedStore::eraseIdentity(const std::string& identity)
{
    auto entry = m_entries.lower_bound({identity, {}});
    while (entry != m_entries.end() && entry->first.identity == identity)
        entry = drop(entry);
}

void DatedStore::clear()
{
    m_entries.clear();
    m_byAge.clear();
}

} // namespace rungwatch
