// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/answer_store.h"

namespace rungwatch {

std::shared_ptr<const AnswerCache> AnswerStore::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_cache;
}

void AnswerStore::replace(std::shared_ptr<const AnswerCache> cache)
{
    // The old cache may be the last of its kind: it goes after the lock.
    const std::lock_guard lock(m_mutex);
    m_cache.swap(cache);
}

FoundAnswer AnswerStore::find(const AnswerQuestion& question, const Moment& now)
{
    FoundAnswer found;
    if (const auto cache = current())
        found = cache->find(question, now);
    else
        found.refusal = StaleRefusal::Empty;
    const std::lock_guard lock(m_mutex);
    ++m_stats.found[static_cast<std::size_t>(found.match)];
    m_stats.refused += found.refusal ? 1 : 0;
    return found;
}

AnswerStore::Stats AnswerStore::stats() const
{
    const std::lock_guard lock(m_mutex);
    return m_stats;
}

} // namespace rungwatch
