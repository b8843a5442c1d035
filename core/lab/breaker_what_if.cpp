// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/breaker_what_if.h"

#include "rungwatch/fleet/poll_due.h"
#include "rungwatch/lab/breaker_walk.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

using Phase = breaker::Phase;

bool standAlike(const EndpointWalk& one, const EndpointWalk& other)
{
    const auto& a = one.state();
    const auto& b = other.state();
    return a.breaker.phase == b.breaker.phase && a.breaker.openUntil == b.breaker.openUntil
        && a.breaker.run == b.breaker.run && a.inFlight.has_value() == b.inFlight.has_value()
        && a.nextPollAt == b.nextPollAt;
}

/// One endpoint of one stretch, walked as recorded and otherwise side by side. What was recorded woke the engine for
/// the recorded breaker; the other one is woken where it asks for it, and only where the two ask for different moments.
/// So under the recorded options nothing is added, and nothing can differ.
class Pair {
public:
    Pair(const BreakerStretch& stretch, const RecordedEndpoint& record, const breaker::Options& options,
        const std::optional<fleet::EndpointState>& goesOnFrom)
        : m_stretch(stretch)
        , m_recorded(stretch, record, record.options, record.start)
        , m_otherwise(stretch, record, options, goesOnFrom.value_or(record.start))
    {
    }

    void walk()
    {
        for (std::uint32_t look = 0; look < m_stretch.looks.size(); look = nextLook(look)) {
            ownLooksUpTo(look);
            const auto now = m_stretch.looks[look].steady;
            m_recorded.at(now, look);
            lookOtherwise(now, look);
        }
        ownLooksUpTo(static_cast<std::uint32_t>(m_stretch.looks.size() - 1));
        endEstimate(m_stretch.looks.back().wall);
    }

    [[nodiscard]] const EndpointWalk& recorded() const { return m_recorded; }
    [[nodiscard]] const EndpointWalk& otherwise() const { return m_otherwise; }
    [[nodiscard]] const std::vector<BreakerLaneMove>& moves() const { return m_moves; }
    [[nodiscard]] const std::vector<WallSpan>& estimated() const { return m_estimated; }

private:
    /// Looks in between change nothing for this endpoint.
    [[nodiscard]] std::uint32_t nextLook(std::uint32_t after) const
    {
        auto next = static_cast<std::uint32_t>(m_stretch.looks.size());
        for (const auto* walk : {&m_recorded, &m_otherwise}) {
            if (const auto end = walk->endLook(); end && *end > after)
                next = std::min(next, *end);
            if (const auto due = walk->due())
                next = std::min(next, firstLookFrom(*due, after));
            if (const auto end = walk->estimatedEnd())
                next = std::min(next, firstLookFrom(*end, after));
        }
        const auto sleep = std::ranges::upper_bound(m_stretch.sleeps, after);
        return sleep == m_stretch.sleeps.end() ? next : std::min(next, *sleep);
    }

    [[nodiscard]] std::uint32_t firstLookFrom(SteadyTime due, std::uint32_t after) const
    {
        const auto from = m_stretch.looks.begin() + after + 1;
        const auto found =
            std::ranges::lower_bound(from, m_stretch.looks.end(), due, {}, &BreakerStretch::Look::steady);
        return static_cast<std::uint32_t>(found - m_stretch.looks.begin());
    }

    [[nodiscard]] WallTime wallOf(SteadyTime steady) const
    {
        const auto& looks = m_stretch.looks;
        auto next = std::ranges::lower_bound(looks, steady, {}, &BreakerStretch::Look::steady);
        if (next == looks.end())
            --next;
        return next->wall - (next->steady - steady);
    }

    void ownLooksUpTo(std::uint32_t look)
    {
        const auto end = m_stretch.looks[look].steady;
        for (;;) {
            auto due = m_otherwise.due();
            if (due && due == m_recorded.due())
                due.reset();
            else if (due)
                due = fleet::onQuantum(std::max(*due, m_last + Duration{1}));
            if (const auto answer = m_otherwise.estimatedEnd(); answer && (!due || *answer < *due))
                due = answer;
            if (!due || *due >= end)
                return;
            lookOtherwise(*due, std::nullopt);
        }
    }

    void lookOtherwise(SteadyTime now, std::optional<std::uint32_t> look)
    {
        m_last = now;
        const bool wasEstimating = m_otherwise.isEstimating();
        m_otherwise.at(now, look);
        const auto wall = look ? m_stretch.looks[*look].wall : wallOf(now);
        if (!m_estimatedSince && (wasEstimating || m_otherwise.isEstimating()))
            m_estimatedSince = wall;
        // What time brought is stamped with when it was due.
        for (auto i = m_moves.size(); i < m_otherwise.moves().size(); ++i) {
            const auto& [at, move] = m_otherwise.moves()[i];
            m_moves.push_back({wall - (now - at), move.from, move.to, move.cause, m_estimatedSince.has_value()});
        }
        if (look && !m_otherwise.isEstimating() && standAlike(m_recorded, m_otherwise))
            endEstimate(wall);
    }

    void endEstimate(WallTime at)
    {
        if (m_estimatedSince)
            m_estimated.push_back({*m_estimatedSince, at});
        m_estimatedSince.reset();
    }

    const BreakerStretch& m_stretch;
    EndpointWalk m_recorded;
    EndpointWalk m_otherwise;
    SteadyTime m_last{SteadyTime::min()};
    std::optional<WallTime> m_estimatedSince;
    std::vector<WallSpan> m_estimated;
    std::vector<BreakerLaneMove> m_moves;
};

/// Fills a lane stretch by stretch.
class LaneBuilder {
public:
    void beginStretch(WallTime at, Phase phase)
    {
        m_phase = phase;
        m_since = at;
    }
    void add(const BreakerLaneMove& move)
    {
        endSpan(move.at);
        m_lane.openings += move.to == Phase::Open;
        m_lane.moves.push_back(move);
        m_phase = move.to;
        m_since = move.at;
    }
    void endStretch(WallTime at) { endSpan(at); }
    [[nodiscard]] BreakerLane& lane() { return m_lane; }

private:
    void endSpan(WallTime at)
    {
        if (m_phase == Phase::Closed)
            return;
        if (m_phase == Phase::Open || m_phase == Phase::ForcedOpen)
            m_lane.timeOpen += at - m_since;
        m_lane.spans.push_back({{m_since, at}, m_phase});
    }

    BreakerLane m_lane;
    Phase m_phase{Phase::Closed};
    WallTime m_since;
};

/// One endpoint through all stretches that know it.
class BreakerLanes {
public:
    BreakerLanes(std::string endpoint, std::string service, const BreakerChanges& changes)
        : m_changes(changes)
        , m_isChanged(changes.contains(service))
    {
        m_out.endpoint = std::move(endpoint);
        m_out.service = std::move(service);
    }

    void add(const BreakerStretch& stretch, const RecordedEndpoint& record)
    {
        if (stretch.looks.empty())
            return;
        const auto begin = stretch.looks.front().wall;
        const auto end = stretch.looks.back().wall;
        m_recorded.beginStretch(begin, record.start.breaker.phase);
        for (const auto& move : record.moves)
            m_recorded.add({move.at, move.transition.from, move.transition.to, move.transition.cause, false});
        m_recorded.endStretch(end);
        if (m_isChanged)
            walk(stretch, record);
        else if (!record.moves.empty() || record.start.breaker.phase != Phase::Closed)
            m_recorded.lane().refused += refusedAsRecorded(stretch, record);
    }

    WhatIfBreaker take()
    {
        m_out.recorded = std::move(m_recorded.lane());
        m_out.otherwise = m_isChanged ? std::move(m_otherwise.lane()) : m_out.recorded;
        return std::move(m_out);
    }

private:
    void walk(const BreakerStretch& stretch, const RecordedEndpoint& record)
    {
        Pair pair(stretch, record, changedOptions(m_changes, record), stretch.goesOn ? m_last : std::nullopt);
        m_otherwise.beginStretch(stretch.looks.front().wall, pair.otherwise().state().breaker.phase);
        pair.walk();
        for (const auto& move : pair.moves())
            m_otherwise.add(move);
        m_otherwise.endStretch(stretch.looks.back().wall);
        std::ranges::copy(pair.estimated(), std::back_inserter(m_otherwise.lane().estimated));
        const auto end = stretch.looks.back().steady;
        m_recorded.lane().refused += pair.recorded().refusedUpTo(end);
        m_otherwise.lane().refused += pair.otherwise().refusedUpTo(end);
        m_last = pair.otherwise().state();
    }

    /// Of a breaker that nothing changes: one that never moved refused nothing.
    [[nodiscard]] static std::int64_t refusedAsRecorded(const BreakerStretch& stretch, const RecordedEndpoint& record)
    {
        Pair pair(stretch, record, record.options, std::nullopt);
        pair.walk();
        return pair.recorded().refusedUpTo(stretch.looks.back().steady);
    }

    const BreakerChanges& m_changes;
    bool m_isChanged;
    WhatIfBreaker m_out;
    LaneBuilder m_recorded;
    LaneBuilder m_otherwise;
    std::optional<fleet::EndpointState> m_last;
};

} // namespace

std::vector<WhatIfBreaker> decideBreakersAgain(const BreakerRecording& recording, const BreakerChanges& changes)
{
    std::map<std::string, BreakerLanes> lanes;
    for (const auto& stretch : recording.stretches)
        for (const auto& record : stretch.endpoints) {
            const auto lane = lanes.try_emplace(record.name, record.name, record.service, changes).first;
            lane->second.add(stretch, record);
        }
    std::vector<WhatIfBreaker> out;
    for (auto& [name, lane] : lanes)
        out.push_back(lane.take());
    return out;
}

} // namespace rungwatch::lab
