// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/person_queue.h"

#include <algorithm>

namespace rungwatch::bookstore {

std::uint64_t PersonQueue::waitingAt(SteadyTime now) const
{
    const auto taken = std::max<std::int64_t>(0, (now - m_since) / perRequest);
    return m_waiting - std::min(m_waiting, static_cast<std::uint64_t>(taken));
}

std::uint64_t PersonQueue::join(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    const auto left = waitingAt(now);
    m_since = left == 0 ? now : m_since + perRequest * static_cast<std::int64_t>(m_waiting - left);
    m_waiting = left + 1;
    return m_waiting;
}

PersonQueue::State PersonQueue::state(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    const auto waiting = waitingAt(now);
    return {waiting, perRequest * static_cast<std::int64_t>(waiting)};
}

} // namespace rungwatch::bookstore
