// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/interval_log.h"

#include "rungwatch/base/codec.h"

#include <algorithm>

namespace rungwatch::fleet {

void IntervalLog::add(const IntervalPoint& point)
{
    Names names;
    std::vector<std::uint64_t> counts;
    for (const auto& [rung, count] : point.interval.served) {
        names.push_back(rung);
        counts.push_back(count);
    }
    auto numbers = point.interval;
    numbers.served.clear();
    ByteWriter writer;
    writer.write(numbers);
    writer.write(counts);
    const bool same = !m_kept.empty() && *m_kept.back().rungs == names;
    m_kept.push_back({point.start, point.end, point.mode,
        same ? m_kept.back().rungs : std::make_shared<const Names>(std::move(names)), writer.take()});
    m_kept.back().numbers.shrink_to_fit();
}

void IntervalLog::trim(WallTime from, std::size_t most)
{
    while (!m_kept.empty() && (m_kept.size() > most || m_kept.front().end < from))
        m_kept.pop_front();
}

IntervalPoint IntervalLog::operator[](std::size_t index) const
{
    const auto& kept = m_kept[index];
    ByteReader reader(kept.numbers);
    IntervalPoint point{kept.start, kept.end, kept.mode, reader.read<IntervalReading>()};
    const auto counts = reader.read<std::vector<std::uint64_t>>();
    for (std::size_t i = 0; i < counts.size(); ++i)
        point.interval.served.emplace_hint(point.interval.served.end(), (*kept.rungs)[i], counts[i]);
    return point;
}

std::size_t IntervalLog::firstEndingAfter(WallTime time) const
{
    const auto found = std::upper_bound(
        m_kept.begin(), m_kept.end(), time, [](WallTime wanted, const Kept& kept) { return wanted < kept.end; });
    return static_cast<std::size_t>(found - m_kept.begin());
}

} // namespace rungwatch::fleet
