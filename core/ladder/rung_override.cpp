// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/rung_override.h"

namespace rungwatch {

std::optional<std::uint64_t> RungOverride::set(
    Mode mode, std::size_t rung, std::optional<SteadyTime> until, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (inForce(now))
        return std::nullopt;
    m_entry = Entry{++m_ids, mode, rung, until};
    m_any.store(true, std::memory_order_release);
    return m_ids;
}

bool RungOverride::move(std::uint64_t id, std::size_t rung, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (!inForce(now) || m_entry->id != id)
        return false;
    m_entry->rung = rung;
    return true;
}

bool RungOverride::clear(std::uint64_t id)
{
    const std::lock_guard lock(m_mutex);
    if (!m_entry || m_entry->id != id)
        return false;
    m_entry.reset();
    m_any.store(false, std::memory_order_release);
    return true;
}

std::optional<RungOverride::Entry> RungOverride::at(SteadyTime now) const
{
    if (!m_any.load(std::memory_order_acquire))
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    return inForce(now) ? m_entry : std::nullopt;
}

} // namespace rungwatch
