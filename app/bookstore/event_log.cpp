// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/event_log.h"

namespace rungwatch::bookstore {

void EventLog::add(LoggedEvent event)
{
    const std::lock_guard lock(m_mutex);
    event.seq = ++m_last;
    m_events.push_back(std::move(event));
    if (m_events.size() > 256)
        m_events.pop_front();
}

std::vector<LoggedEvent> EventLog::after(std::uint64_t seq) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<LoggedEvent> found;
    for (const auto& event : m_events)
        if (event.seq > seq)
            found.push_back(event);
    return found;
}

} // namespace rungwatch::bookstore
