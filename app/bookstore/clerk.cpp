// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/clerk.h"

#include <algorithm>

namespace rungwatch::bookstore {

void Clerk::work(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    while (const auto waited = m_queue.state(now).longestWait) {
        const auto done = std::max(m_freeSince, now - *waited) + perCase;
        if (now < done)
            return;
        static_cast<void>(m_queue.take(done));
        m_freeSince = done;
    }
}

} // namespace rungwatch::bookstore
