// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/quota.h"

#include <limits>

namespace rungwatch::admission {

using namespace std::chrono_literals;

std::optional<Error> QuotaOptions::fault() const
{
    if (limit < 0 || limit > std::numeric_limits<std::int32_t>::max())
        return Error{"out-of-range", "expected 0 to 2147483647 units", "limit"};
    if (interval < 1ms || interval > 24h * 31)
        return Error{"out-of-range", "expected 0.001 seconds to 31 days", "interval_s"};
    return std::nullopt;
}

Quota::Quota(const QuotaOptions& options, SteadyTime start)
    : m_interval(options.interval)
    , m_running{start, {options.limit, 0, 0}, {options.limit, 0, 0}}
{
}

Quota::Running Quota::at(SteadyTime now) const
{
    const auto ended = (now - m_running.start) / m_interval;
    if (ended < 1)
        return m_running;
    const Interval fresh{m_running.current.limit, 0, 0};
    // After a pause of several intervals the one just before was empty.
    return {m_running.start + ended * m_interval, fresh, ended == 1 ? m_running.current : fresh};
}

bool Quota::take(SteadyTime now, std::int64_t units, std::int64_t keepFree)
{
    const std::lock_guard lock(m_mutex);
    m_running = at(now);
    auto& current = m_running.current;
    if (units > current.left() - keepFree) {
        current.refused += units;
        return false;
    }
    current.used += units;
    return true;
}

void Quota::setLimit(SteadyTime now, std::int64_t limit)
{
    const std::lock_guard lock(m_mutex);
    m_running = at(now);
    m_running.current.limit = limit;
}

Quota::Interval Quota::current(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    return at(now).current;
}

Quota::Interval Quota::last(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    return at(now).last;
}

Duration Quota::renewsIn(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    const auto passed = now - at(now).start;
    return passed < Duration{0} ? m_interval : m_interval - passed;
}

} // namespace rungwatch::admission
