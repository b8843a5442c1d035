// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/degraded_stats.h"

namespace rungwatch {

namespace {

constexpr std::size_t namedRungs = 64;
constexpr std::string_view otherRungs = "other";

} // namespace

void DegradedStats::record(DegradationLevel level, std::string_view rung, const std::optional<Duration>& age)
{
    const std::lock_guard lock(m_mutex);
    ++m_byLevel[static_cast<std::size_t>(level)];
    if (level == DegradationLevel::None)
        return;
    auto counted = m_byRung.find(rung);
    if (counted == m_byRung.end())
        counted = m_byRung.emplace(m_byRung.size() < namedRungs ? rung : otherRungs, 0).first;
    ++counted->second;
    if (age && *age >= Duration{0})
        m_ages.add(*age);
}

DegradedStats::Seen DegradedStats::seenLocked() const
{
    return {m_byLevel, {m_byRung.begin(), m_byRung.end()}, m_ages.count(), m_ages.percentile(50), m_ages.percentile(95),
        m_ages.max()};
}

DegradedStats::Seen DegradedStats::seen() const
{
    const std::lock_guard lock(m_mutex);
    return seenLocked();
}

DegradedStats::Seen DegradedStats::reset()
{
    const std::lock_guard lock(m_mutex);
    auto seen = seenLocked();
    m_byLevel = {};
    m_byRung.clear();
    m_ages = {};
    return seen;
}

} // namespace rungwatch
