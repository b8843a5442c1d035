// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/age_runs.h"

#include <algorithm>
#include <limits>

namespace rungwatch::fleet {

bool AgeRuns::Run::take(const AgePoint& point)
{
    if (point.limit != first.limit || point.age.has_value() != first.age.has_value() || point.at <= to
        || readings == std::numeric_limits<std::uint32_t>::max())
        return false;
    if (point.age) {
        // A swinging door: each reading leaves less room for the line, and the last one has to be on it.
        const auto time = toSeconds(point.at - first.at);
        const auto grown = toSeconds(*point.age) - toSeconds(*first.age);
        const auto slack = toSeconds(tolerance);
        const bool isSecond = readings == 1;
        if (!isSecond && (grown / time < flattest || grown / time > steepest))
            return false;
        flattest = isSecond ? (grown - slack) / time : std::max(flattest, (grown - slack) / time);
        steepest = isSecond ? (grown + slack) / time : std::min(steepest, (grown + slack) / time);
    }
    to = point.at;
    ageTo = point.age;
    ++readings;
    return true;
}

AgePoint AgeRuns::Run::at(std::uint32_t reading) const
{
    if (reading == 0)
        return first;
    if (reading + 1 >= readings)
        return {to, ageTo, first.limit};
    const auto share = static_cast<double>(reading) / static_cast<double>(readings - 1);
    AgePoint point{first.at + fromSeconds(toSeconds(to - first.at) * share), first.age, first.limit};
    if (point.age)
        *point.age += fromSeconds((toSeconds(*ageTo) - toSeconds(*first.age)) * share);
    return point;
}

std::uint32_t AgeRuns::Run::readingAt(WallTime until) const
{
    if (readings < 2 || until >= to)
        return readings - 1;
    const auto share = toSeconds(until - first.at) / toSeconds(to - first.at);
    auto reading = static_cast<std::uint32_t>(share * static_cast<double>(readings - 1));
    while (reading > 0 && at(reading).at > until)
        --reading;
    while (at(reading + 1).at <= until)
        ++reading;
    return reading;
}

void AgeRuns::add(const AgePoint& point, Duration apart)
{
    if (!m_runs.empty() && point.at - m_runs.back().to <= apart && m_runs.back().take(point))
        return;
    Run run;
    run.first = point;
    run.to = point.at;
    run.ageTo = point.age;
    m_runs.push_back(run);
}

void AgeRuns::trim(WallTime from, std::size_t most)
{
    while (!m_runs.empty() && (m_runs.size() > most || m_runs.front().to < from))
        m_runs.pop_front();
}

std::vector<AgePoint> AgeRuns::between(WallTime from, WallTime until) const
{
    std::vector<AgePoint> points;
    auto run = std::upper_bound(
        m_runs.begin(), m_runs.end(), from, [](WallTime time, const Run& each) { return time < each.first.at; });
    std::uint32_t reading = 0;
    if (run != m_runs.begin())
        reading = (--run)->readingAt(from);
    for (; run != m_runs.end(); ++run, reading = 0)
        for (; reading < run->readings; ++reading) {
            const auto point = run->at(reading);
            if (point.at > until)
                return points;
            points.push_back(point);
        }
    return points;
}

std::optional<WallTime> AgeRuns::lastAt(WallTime until) const
{
    const auto after = std::upper_bound(
        m_runs.begin(), m_runs.end(), until, [](WallTime time, const Run& run) { return time < run.first.at; });
    if (after == m_runs.begin())
        return std::nullopt;
    const auto& run = *std::prev(after);
    return run.at(run.readingAt(until)).at;
}

} // namespace rungwatch::fleet
