// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/deadline.h"

#include <algorithm>

namespace rungwatch {

namespace {

/// a - b, both 0 or more.
Duration lessButNotBelowZero(Duration a, Duration b)
{
    return a > b ? a - b : Duration{0};
}

} // namespace

Deadline Deadline::at(SteadyTime when)
{
    Deadline deadline;
    deadline.m_at = when;
    return deadline;
}

Deadline Deadline::after(SteadyTime now, Duration budget)
{
    return at(saturatingAdd(now, budget));
}

std::optional<Duration> Deadline::remaining(SteadyTime now) const
{
    if (!m_at)
        return std::nullopt;
    if (*m_at <= now)
        return Duration{0};
    Duration::rep left = 0;
    if (__builtin_sub_overflow(m_at->time_since_epoch().count(), now.time_since_epoch().count(), &left))
        return Duration::max();
    return Duration{left};
}

bool Deadline::mayStart(SteadyTime now) const
{
    return !m_at || now < *m_at;
}

bool Deadline::allowsWait(SteadyTime now, Duration wait) const
{
    return !m_at || saturatingAdd(now, wait) < *m_at;
}

std::optional<Duration> Deadline::limit(std::optional<Duration> own, SteadyTime now) const
{
    const auto left = remaining(now);
    return own && left ? std::min(*own, *left) : own ? own : left;
}

Deadline Deadline::earlier(const Deadline& other) const
{
    if (!m_at || (other.m_at && *other.m_at < *m_at))
        return other;
    return *this;
}

RungTime timeForRung(std::span<const RungShare> shares, std::size_t rung, const Deadline& deadline, SteadyTime now)
{
    auto left = deadline.remaining(now);
    if (left)
        for (const auto& below : shares.subspan(rung + 1))
            left = lessButNotBelowZero(*left, below.reserve);
    const auto& own = shares[rung].limit;
    const auto given = own && left ? std::min(*own, *left) : own ? own : left;
    if (given && *given <= Duration{0})
        return {true, Duration{0}};
    return {false, given};
}

} // namespace rungwatch
