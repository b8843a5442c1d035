// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/traffic.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

constexpr int spansAWindow{5};
/// A series that has been away for longer is forgotten; deployments make new ones all the time.
constexpr auto seriesKept = std::chrono::hours{1};

/// Requests since the series was last seen.
std::uint64_t takeCount(TrafficState& traffic, const ServedCount& count, SteadyTime at)
{
    const auto [entry, isNew] = traffic.seen[count.rung].try_emplace(count.series, SeriesSeen{0, at});
    auto& seen = entry->second;
    const auto more = count.count >= seen.count ? count.count - seen.count : count.count;
    seen = {count.count, at};
    return more;
}

void forgetOld(TrafficState& traffic, SteadyTime at)
{
    for (auto& [rung, series] : traffic.seen)
        std::erase_if(series, [&](const auto& entry) { return entry.second.at < at - seriesKept; });
    std::erase_if(traffic.seen, [](const auto& entry) { return entry.second.empty(); });
}

} // namespace

void takeCounts(TrafficState& traffic, const std::vector<const ServedCount*>& counts, SteadyTime at, Duration window)
{
    if (traffic.readAt && at <= *traffic.readAt)
        return;
    const bool begins = !traffic.readAt || at - *traffic.readAt > window;
    if (begins) {
        traffic.closed.clear();
        traffic.open = {at, at, {}};
    }
    for (const auto* count : counts)
        if (const auto more = takeCount(traffic, *count, at); !begins && more > 0)
            traffic.open.served[count->rung] += more;
    traffic.open.to = at;
    traffic.readAt = at;
    forgetOld(traffic, at);
}

bool spanIsFull(const TrafficState& traffic, Duration window)
{
    const auto length = traffic.open.to - traffic.open.from;
    return traffic.readAt && length > Duration{0} && length >= window / spansAWindow;
}

void closeSpan(TrafficState& traffic, Duration window)
{
    const auto end = traffic.open.to;
    traffic.closed.push_back(std::move(traffic.open));
    traffic.open = {end, end, {}};
    std::erase_if(traffic.closed, [&](const TrafficSpan& span) { return span.from < end - window; });
}

std::optional<TrafficSpan> windowOf(const TrafficState& traffic)
{
    if (!traffic.readAt || (traffic.closed.empty() && traffic.open.from == traffic.open.to))
        return std::nullopt;
    TrafficSpan all{traffic.closed.empty() ? traffic.open.from : traffic.closed.front().from, traffic.open.to, {}};
    const auto add = [&](const TrafficSpan& span) {
        for (const auto& [rung, served] : span.served)
            all.served[rung] += served;
    };
    std::for_each(traffic.closed.begin(), traffic.closed.end(), add);
    add(traffic.open);
    return all;
}

} // namespace rungwatch::fleet
