// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/waiter.h"

#include <algorithm>

namespace rungwatch {

StopWaiter::StopWaiter(std::stop_token token)
    : m_token(std::move(token))
{
}

bool StopWaiter::wait(Duration duration)
{
    // In slices: the standard library adds the length to its clock, which a very long one would overflow.
    constexpr Duration slice = std::chrono::hours{24};
    std::unique_lock lock(m_mutex);
    while (duration > Duration{0} && !m_token.stop_requested()) {
        const auto part = std::min(duration, slice);
        m_woken.wait_for(lock, m_token, part, [] { return false; });
        duration -= part;
    }
    return !m_token.stop_requested();
}

} // namespace rungwatch
