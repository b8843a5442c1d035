// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/owed_removals.h"

namespace rungwatch {

void OwedRemovals::add(const std::string& identity)
{
    constexpr std::size_t mostRemembered = 10'000;
    const std::lock_guard lock(m_mutex);
    ++m_added;
    if (m_everything)
        return;
    m_identities.insert(identity);
    if (m_identities.size() > mostRemembered) {
        m_identities.clear();
        m_everything = true;
    }
}

bool OwedRemovals::has(const std::string& identity) const
{
    const std::lock_guard lock(m_mutex);
    return m_everything || m_identities.contains(identity);
}

std::optional<Error> OwedRemovals::settle(CacheLevel& level, const std::string& identity)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_everything && !m_identities.contains(identity))
            return std::nullopt;
    }
    if (auto error = settleEverything(level))
        return error;
    if (auto error = level.remove(identity))
        return error;
    const std::lock_guard lock(m_mutex);
    m_identities.erase(identity);
    return std::nullopt;
}

std::optional<Error> OwedRemovals::settleEverything(CacheLevel& level)
{
    std::uint64_t added = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_everything)
            return std::nullopt;
        added = m_added;
    }
    if (auto error = level.clear())
        return error;
    const std::lock_guard lock(m_mutex);
    // What was added meanwhile may have come too late for it: then it is done once more, by the next.
    if (added == m_added)
        m_everything = false;
    return std::nullopt;
}

} // namespace rungwatch
