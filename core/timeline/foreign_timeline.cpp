// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/timeline/foreign_timeline.h"

#include "rungwatch/fleet/targets.h"

#include <algorithm>

namespace rungwatch::timeline {

std::string ForeignTimeline::addService(const std::string& said)
{
    auto service = fleet::asServiceName(said.empty() ? (name.empty() ? source : name) : said);
    if (std::find(services.begin(), services.end(), service) == services.end())
        services.push_back(service);
    return service;
}

void ForeignTimeline::add(ForeignEvent event)
{
    events.push_back(std::move(event));
}

void ForeignTimeline::sort()
{
    std::stable_sort(
        events.begin(), events.end(), [](const ForeignEvent& a, const ForeignEvent& b) { return a.at < b.at; });
}

const std::vector<TimelineKind>& timelineKinds()
{
    static const std::vector<TimelineKind> kinds{
        {"statuspage", readStatuspageTimeline},
        {"incidentio", readIncidentioTimeline},
        {"pagerduty", readPagerdutyTimeline},
        {"resilience4j-events", readResilience4jTimeline},
        {"prometheus-range", readPrometheusTimeline},
    };
    return kinds;
}

} // namespace rungwatch::timeline
