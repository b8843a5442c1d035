// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/reported_parts.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/service_values.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// Each numbered event once, and a hole in the numbers as a gap. Before the first reading there is no hole: what is
/// listed then is what the service still remembers.
void countNumbered(Deciding& deciding, const Reported& reported)
{
    auto last = reported.seqBefore;
    for (const auto& event : reported.now.events) {
        if (event.seq <= last)
            continue;
        if (last != 0 && event.seq > last + 1)
            deciding.emit(ReportedGap{reported.service, last + 1, event.seq - 1});
        last = event.seq;
        if (event.kind == "breaker")
            deciding.emit(ReportedBreakerMoved{
                reported.service, event.name, event.from, event.to, event.cause, event.at, event.seq});
    }
}

/// For a service that numbers nothing: what is another between two readings. Short spells between them are not seen.
void compareSampled(Deciding& deciding, const Reported& reported)
{
    for (const auto& breaker : reported.now.breakers) {
        const auto* before = partOf(reported.before->breakers, breaker.name);
        if (before && before->state && breaker.state && *before->state != *breaker.state)
            deciding.emit(ReportedBreakerMoved{reported.service, breaker.name, std::string(nameOf(*before->state)),
                std::string(nameOf(*breaker.state)), {}, std::nullopt, 0});
    }
}

} // namespace

void decideReportedBreakers(Deciding& deciding, const Reported& reported)
{
    countNumbered(deciding, reported);
    if (reported.before && reported.before->events.empty() && reported.now.events.empty())
        compareSampled(deciding, reported);
}

void decideSampledBreakers(Deciding& deciding, std::size_t endpoint, const Reading& before, const Reading& now)
{
    const auto& own = serviceOf(deciding.policy(), deciding.refs()[endpoint]).name;
    for (const auto& breaker : now.breakers) {
        const auto was = std::find_if(before.breakers.begin(), before.breakers.end(), [&](const BreakerReading& other) {
            return other.name == breaker.name && other.service == breaker.service;
        });
        if (was == before.breakers.end() || !was->state || !breaker.state || *was->state == *breaker.state)
            continue;
        const auto& service = breaker.service.empty() ? own : breaker.service;
        const auto index = serviceIndex(deciding.policy(), service);
        const auto counts = index ? ServiceValues(deciding.next()).breaker(*index, breaker.name) : std::nullopt;
        if (counts && counts->endpoint == endpoint)
            deciding.emit(ReportedBreakerMoved{service, breaker.name, std::string(nameOf(*was->state)),
                std::string(nameOf(*breaker.state)), breaker.inferredFrom, std::nullopt, 0});
    }
}

} // namespace rungwatch::fleet
