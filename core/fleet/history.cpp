// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/history.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/service_values.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// Of the service's calendar, how far back it is believed.
constexpr auto longestLag = std::chrono::hours{8};

/// A time of the service's calendar on the console's: by how long before the answer it was, since the service's
/// calendar may be wrong. Without that it was just now.
WallTime onOurCalendar(const std::optional<WallTime>& theirs, const Reading* reading, WallTime now)
{
    const auto observed = reading && reading->instance ? reading->instance->observedAt : std::nullopt;
    if (!theirs || !observed || *theirs > *observed || *observed - *theirs > longestLag)
        return now;
    return now - (*observed - *theirs);
}

/// A length of the service's clock as real time.
Duration inRealTime(Duration length, const Reading* reading)
{
    const auto rate = reading && reading->instance ? reading->instance->rate.milli : 100'000;
    return fromSeconds(toSeconds(length) * 100'000.0 / static_cast<double>(std::max<std::int64_t>(rate, 1)));
}

const Reading* readingOf(const FleetState& state, std::string_view service)
{
    const auto endpoint = telemetryOf(state, service);
    return endpoint ? &state.endpoints[*endpoint]->reading.get() : nullptr;
}

IntervalPoint pointOf(const IntervalClosed& closed, const Reading* reading, WallTime now)
{
    IntervalPoint point;
    point.interval = closed.interval;
    point.mode = closed.mode;
    point.end = onOurCalendar(closed.interval.endedAt, reading, now);
    point.start = point.end - inRealTime(closed.interval.length.value_or(Duration{0}), reading);
    return point;
}

/// Of last known answers; prepared ones have an age and a limit of their own (DESIGN: two caches, two words).
AgePoint oldestAge(const std::string& feature, const Reading& reading, WallTime at)
{
    AgePoint point{at, std::nullopt, std::nullopt};
    for (const auto& cache : reading.caches)
        if (cache.feature == feature && cache.kind != "prepared_answers"
            && (!point.age || (cache.age && *cache.age > *point.age)))
            point = {at, cache.age, cache.maxAge};
    return point;
}

} // namespace

bool isLogged(const EventBody& body)
{
    return !std::holds_alternative<Tick>(body) && !std::holds_alternative<CanarySeen>(body)
        && !std::holds_alternative<PollRound>(body) && !std::holds_alternative<PollsStarted>(body)
        && !std::holds_alternative<SelectionTouched>(body);
}

/// What holds until the next point: the last one before the limit still says what was then.
template <class Point> void History::trimHeld(std::deque<Point>& points, WallTime now) const
{
    while (points.size() > m_limits.points || (points.size() > 1 && points[1].at < now - m_limits.time))
        points.pop_front();
}

void History::add(const Event& event, const FleetState& after)
{
    if (!m_begin)
        m_begin = event.wall;
    if (isLogged(event.body)) {
        m_log.push_back(event);
        if (m_log.size() > m_limits.events)
            m_log.pop_front();
    }
    if (const auto* round = std::get_if<PollRound>(&event.body)) {
        followPolicy(after);
        for (const auto& result : round->results)
            addReading(result, after, event.wall);
    } else if (const auto* closed = std::get_if<IntervalClosed>(&event.body)) {
        auto& intervals = m_features[closed->feature].intervals;
        intervals.add(pointOf(*closed, readingOf(after, closed->service), event.wall));
        intervals.trim(event.wall - m_limits.time, m_limits.points);
    } else if (const auto* mode = std::get_if<ModeChanged>(&event.body)) {
        auto& modes = m_features[mode->feature].modes;
        modes.push_back({event.wall, mode->to});
        trimHeld(modes, event.wall);
    } else if (const auto* own = std::get_if<BreakerMoved>(&event.body))
        addLane("own:" + own->endpoint, {event.wall, own->transition.to});
    else if (const auto* moved = std::get_if<ReportedBreakerMoved>(&event.body))
        addLane(moved->service + "/" + moved->breaker,
            {onOurCalendar(moved->at, readingOf(after, moved->service), event.wall),
                enumFromName<breaker::Phase>(moved->to)});
    else if (const auto* freshness = std::get_if<FreshnessChanged>(&event.body))
        addFreshness(*freshness, after, event.wall);
    else if (std::holds_alternative<SessionStarted>(event.body))
        for (auto& [address, points] : m_lanes)
            addLane(address, {event.wall, std::nullopt});
}

void History::followPolicy(const FleetState& after)
{
    if (after.policy == m_policy)
        return;
    m_policy = after.policy;
    m_refs = m_policy ? endpointsOf(*m_policy) : std::vector<EndpointRef>{};
    m_ownLaneBegan.assign(m_refs.size(), false);
}

void History::addReading(const PollResult& result, const FleetState& after, WallTime at)
{
    if (result.endpoint >= m_refs.size())
        return;
    const auto ref = m_refs[result.endpoint];
    const auto& endpoint = after.endpoints[result.endpoint].get();
    const auto arrived = std::min(result.obtainedAt, after.steady);
    if (!isGood(result, endpoint)
        || endpoint.obtainedAt != obtainedAtOf(endpoint.reading.get(), arrived, tellsOfAFeature(*after.policy, ref)))
        return; // not taken into the state
    if (!m_ownLaneBegan[result.endpoint]) {
        m_ownLaneBegan[result.endpoint] = true;
        const auto own = "own:" + endpointName(*m_policy, ref);
        // Its first sight, also of a session that began anew; from then on it says itself when it moves.
        const auto& lane = m_lanes[own];
        if (lane.empty() || !lane.back().phase)
            addLane(own, {at, endpoint.breaker.phase});
    }
    const auto& service = serviceOf(*m_policy, ref).name;
    const auto& reading = endpoint.reading.get();
    addCounted(result.endpoint, reading, after, at);
    for (const auto& feature : reading.features)
        addAge(m_features[feature.name].ages, oldestAge(feature.name, reading, at), result.endpoint);
    // A breaker's first sight, and again after its source was not known: its state from here on. Where its numbered
    // events are listed, they follow as facts and tell more.
    for (const auto& breaker : reading.breakers) {
        const auto& lane = m_lanes[(breaker.service.empty() ? service : breaker.service) + "/" + breaker.name];
        const bool told = std::any_of(reading.events.begin(), reading.events.end(),
            [&](const ReportedEvent& event) { return event.kind == "breaker" && event.name == breaker.name; });
        if (lane.empty() ? !told : !lane.back().phase)
            addLane((breaker.service.empty() ? service : breaker.service) + "/" + breaker.name, {at, breaker.state});
    }
}

void History::addCounted(std::size_t endpoint, const Reading& reading, const FleetState& after, WallTime at)
{
    for (const auto& feature : after.policy->features) {
        if (!feature.traffic && feature.cacheSource.empty())
            continue;
        if (!featureReading(after, feature.name) && featureSource(after, feature.name) == endpoint)
            addAge(m_counted[feature.name], {at, std::nullopt, std::nullopt}, endpoint);
        const bool tells = std::any_of(reading.caches.begin(), reading.caches.end(),
            [&](const CacheReading& cache) { return cache.feature == feature.name; });
        if (tells && telemetryOf(after, feature.service) != endpoint)
            addAge(m_features[feature.name].ages, oldestAge(feature.name, reading, at), endpoint);
    }
}

/// A reading that came late begins a run of its own: what was missed before it is drawn as a gap.
void History::addAge(AgeRuns& ages, const AgePoint& point, std::size_t endpoint) const
{
    ages.add(point, Policy::lateAfter(sourceOf(*m_policy, m_refs[endpoint])));
    ages.trim(point.at - m_limits.time, m_limits.points);
}

void History::addLane(const std::string& address, LanePoint point)
{
    auto& lane = m_lanes[address];
    // Their events may come late and out of our order; a lane only goes on.
    if (!lane.empty()) {
        point.at = std::max(point.at, lane.back().at);
        if (lane.back().phase == point.phase)
            return;
    }
    lane.push_back(point);
    trimHeld(lane, point.at);
}

void History::addFreshness(const FreshnessChanged& change, const FleetState& after, WallTime at)
{
    const auto service = change.endpoint.substr(0, change.endpoint.find('/'));
    const auto index = endpointIndex(*after.policy, change.endpoint);
    if (change.to == Freshness::Fresh || change.to == Freshness::Late || !index)
        return;
    // Where another source still tells of it, its next reading goes on with the lane.
    for (const auto& breaker : after.endpoints[*index]->reading->breakers)
        addLane((breaker.service.empty() ? service : breaker.service) + "/" + breaker.name, {at, std::nullopt});
}

const FeatureHistory* History::feature(const std::string& name) const
{
    const auto found = m_features.find(name);
    return found == m_features.end() ? nullptr : &found->second;
}

std::optional<WallTime> History::lastReading(const std::string& feature, WallTime until) const
{
    std::optional<WallTime> last;
    // A reading that names the feature adds an age, known or not.
    if (const auto found = m_features.find(feature); found != m_features.end())
        last = found->second.ages.lastAt(until);
    if (const auto found = m_counted.find(feature); found != m_counted.end())
        last = std::max(last, found->second.lastAt(until));
    return last;
}

} // namespace rungwatch::fleet
