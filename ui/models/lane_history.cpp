// SPDX-License-Identifier: GPL-3.0-or-later
#include "feature_history.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/service_values.h"
#include "ui/format/words.h"
#include "ui/models/service_view.h"

#include <algorithm>

namespace rungwatch {
namespace {

using charts::Gap;
using charts::Lane;
using charts::LaneSegment;

std::vector<LaneSegment> segmentsOf(
    const fleet::History& history, const std::string& address, WallTime from, WallTime now)
{
    std::vector<LaneSegment> segments;
    const auto found = history.lanes().find(address);
    if (found == history.lanes().end())
        return segments;
    const auto& points = found->second;
    // Of a recording more is known than was known then.
    for (std::size_t i = 0; i < points.size() && points[i].at <= now; ++i) {
        const auto to = i + 1 < points.size() ? std::min(points[i + 1].at, now) : now;
        if (to > from)
            segments.push_back({points[i].at, to, points[i].phase});
    }
    return segments;
}

/// "store/health" is "store /health": the same name as in the breakers' rows.
QString ownName(const std::string& endpoint)
{
    const auto slash = std::min(endpoint.find('/'), endpoint.size());
    return format::plainLine(endpoint.substr(0, slash) + ' ' + endpoint.substr(slash));
}

bool isAbnormal(const Lane& lane, const charts::TimeRange& range)
{
    return std::any_of(lane.segments.begin(), lane.segments.end(), [&](const LaneSegment& segment) {
        return segment.state != breaker::Phase::Closed && segment.to > range.from && segment.from < range.to;
    });
}

void addReported(std::vector<Lane>& lanes, const fleet::FleetState& state, const fleet::History& history,
    std::size_t index, const std::vector<Gap>& gaps, WallTime from, const Moment& now)
{
    const auto& name = state.policy->services[index].name;
    for (const auto& said : fleet::ServiceValues(state).breakersOf(index)) {
        const auto service = ServiceView::ofEndpoint(state, said.endpoint, now.steady);
        Lane lane;
        lane.name = format::plainLine(said->name);
        lane.segments = withoutGaps(segmentsOf(history, name + '/' + said->name, from, now.wall), gaps);
        for (const auto& gap : gaps)
            lane.segments.push_back({gap.from, gap.to, std::nullopt});
        if (!service.isStale())
            lane.now = said->state;
        lanes.push_back(std::move(lane));
    }
}

void addOwn(std::vector<Lane>& lanes, const fleet::FleetState& state, const fleet::History& history, WallTime from,
    const Moment& now)
{
    const auto& refs = fleet::endpointsOf(*state.policy);
    for (std::size_t i = 0; i < refs.size() && i < state.endpoints.size(); ++i) {
        const auto name = fleet::endpointName(*state.policy, refs[i]);
        Lane lane;
        lane.name = ownName(name);
        lane.own = true;
        lane.segments = segmentsOf(history, "own:" + name, from, now.wall);
        lane.now =
            breaker::phaseAt(state.endpoints[i]->breaker, state.policy->services[refs[i].service].breaker, now.steady);
        lanes.push_back(std::move(lane));
    }
}

} // namespace

std::vector<LaneSegment> withoutGaps(const std::vector<LaneSegment>& segments, const std::vector<Gap>& gaps)
{
    std::vector<LaneSegment> left = segments;
    for (const auto& gap : gaps) {
        std::vector<LaneSegment> parts;
        for (const auto& segment : left) {
            if (segment.from < std::min(segment.to, gap.from))
                parts.push_back({segment.from, std::min(segment.to, gap.from), segment.state});
            if (std::max(segment.from, gap.to) < segment.to)
                parts.push_back({std::max(segment.from, gap.to), segment.to, segment.state});
        }
        left = std::move(parts);
    }
    return left;
}

std::vector<Lane> lanesBeside(const fleet::Snapshot& snapshot, const fleet::History& history, const Moment& now,
    const std::string& service, const std::vector<Gap>& gaps, const charts::TimeRange& range, std::size_t most)
{
    std::vector<Lane> lanes;
    const auto& state = snapshot.state;
    if (!state.policy)
        return lanes;
    if (const auto index = fleet::serviceIndex(*state.policy, service))
        addReported(lanes, state, history, *index, gaps, range.from, now);
    addOwn(lanes, state, history, range.from, now);
    // Rows stand still as long as all of them fit.
    if (lanes.size() > most)
        std::stable_partition(lanes.begin(), lanes.end(), [&](const Lane& lane) { return isAbnormal(lane, range); });
    return lanes;
}

} // namespace rungwatch
