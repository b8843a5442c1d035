// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/reported_parts.h"

namespace rungwatch::fleet {

namespace {

/// The span as an interval of its feature, the next in number. The service tells no mode.
IntervalClosed closedSpan(const Deciding& deciding, const std::string& name, const FeatureState& feature)
{
    const auto& span = feature.traffic.open;
    IntervalReading interval;
    interval.n = feature.lastInterval.value_or(0) + 1;
    interval.endedAt = deciding.next().wall - (deciding.next().steady - span.to);
    interval.length = span.to - span.from;
    interval.requests = 0;
    for (const auto& [rung, served] : span.served)
        *interval.requests += served;
    interval.served = span.served;
    return {feature.service, name, std::nullopt, std::move(interval)};
}

} // namespace

void decideTraffic(Deciding& deciding, const PollRound& round)
{
    if (round.results.empty())
        return;
    for (const auto& policy : deciding.policy().features) {
        const auto found = deciding.next().features.find(policy.name);
        if (!policy.traffic || found == deciding.next().features.end()
            || !spanIsFull(found->second->traffic, policy.traffic->window))
            continue;
        deciding.emit(closedSpan(deciding, policy.name, found->second.get()));
    }
}

} // namespace rungwatch::fleet
