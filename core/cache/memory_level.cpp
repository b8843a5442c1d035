// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/memory_level.h"

namespace rungwatch {

Result<std::optional<DatedValue>> MemoryLevel::get(const AnswerKey& key, const Moment&)
{
    const std::lock_guard lock(m_mutex);
    const auto* entry = m_store.find(key);
    return entry ? std::optional(entry->held) : std::nullopt;
}

std::optional<Error> MemoryLevel::put(const AnswerKey& key, const DatedValue& answer, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    m_store.put(key, {answer}, now);
    return std::nullopt;
}

std::optional<Error> MemoryLevel::remove(const std::string& identity)
{
    const std::lock_guard lock(m_mutex);
    m_store.eraseIdentity(identity);
    return std::nullopt;
}

std::optional<Error> MemoryLevel::clear()
{
    const std::lock_guard lock(m_mutex);
    m_store.clear();
    return std::nullopt;
}

} // namespace rungwatch
