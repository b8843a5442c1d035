// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/rung_rest.h"

namespace rungwatch {

void RungRest::until(SteadyTime end)
{
    const auto wanted = end.time_since_epoch().count();
    auto current = m_until.load(std::memory_order_relaxed);
    while (current < wanted && !m_until.compare_exchange_weak(current, wanted, std::memory_order_relaxed)) { }
}

std::optional<Duration> RungRest::left(SteadyTime now) const
{
    const auto end = m_until.load(std::memory_order_relaxed);
    if (end <= now.time_since_epoch().count())
        return std::nullopt;
    return Duration{end} - now.time_since_epoch();
}

} // namespace rungwatch
