// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/breaker_walk.h"

#include "rungwatch/fleet/apply_parts.h"
#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/poll_due.h"

#include <algorithm>

namespace rungwatch::lab {

EndpointWalk::EndpointWalk(const BreakerStretch& stretch, const RecordedEndpoint& record,
    const breaker::Options& options, fleet::EndpointState start)
    : m_stretch(stretch)
    , m_record(record)
    , m_state(std::move(start))
{
    m_service.breaker = options;
    m_source.interval = record.interval;
    m_source.timeout = record.timeout;
    // A poll that was in flight as the record began is its first.
    if (m_state.inFlight && m_state.inFlight == record.start.inFlight && !record.polls.empty())
        m_bound = &record.polls.front();
    else if (m_state.inFlight)
        cancel(stretch.looks.front().steady);
}

std::optional<SteadyTime> EndpointWalk::due() const
{
    return fleet::pollsDue(m_state, m_service, m_source);
}

std::optional<std::uint32_t> EndpointWalk::endLook() const
{
    const bool comes = m_state.inFlight && m_bound && m_bound->ended != RecordedPoll::none;
    return comes ? std::optional(m_bound->ended) : std::nullopt;
}

void EndpointWalk::at(SteadyTime now, std::optional<std::uint32_t> look)
{
    if (look && std::ranges::binary_search(m_stretch.sleeps, *look))
        cancel(now);
    if (look && endLook() == look)
        finish(m_bound->outcome, m_bound->outcome, now);
    else if (m_estimatedEnd && *m_estimatedEnd <= now)
        finish(m_estimated, m_estimated, now);
    if (const auto lost = fleet::lostDue(m_state, m_source); lost && *lost <= now)
        finish({breaker::Verdict::Failure, {}}, {breaker::Verdict::Failure, now - *m_state.askedAt}, now);
    if (const auto time = breaker::nextDue(m_state.breaker, m_service.breaker); time && *time <= now)
        enter(breaker::step(m_state.breaker, m_service.breaker, breaker::Tick{}, now, chance()).transitions, now);
    if (const auto poll = fleet::pollDue(m_state); poll && *poll <= now)
        ask(now, look);
}

void EndpointWalk::finish(const breaker::Outcome& decided, const breaker::Outcome& counted, SteadyTime now)
{
    const auto moves =
        breaker::step(m_state.breaker, m_service.breaker, breaker::Finish{*m_state.inFlight, decided}, now, chance())
            .transitions;
    fleet::endPoll(m_state, m_service, m_source, counted, now);
    m_estimatedEnd.reset();
    m_estimating = false;
    enter(moves, now);
}

void EndpointWalk::cancel(SteadyTime now)
{
    if (m_state.inFlight)
        fleet::endPoll(m_state, m_service, m_source, {breaker::Verdict::Cancelled, {}}, now);
    m_estimatedEnd.reset();
    m_estimating = false;
}

void EndpointWalk::enter(const std::vector<breaker::Transition>& moves, SteadyTime)
{
    for (const auto& move : moves) {
        if (move.from == breaker::Phase::Open)
            m_refused += slotsUpTo(move.at);
        breaker::enter(m_state.breaker, move);
        m_moves.push_back({move.at, move});
    }
    if (m_state.inFlight && m_state.inFlight->generation != m_state.breaker.generation) {
        m_state.inFlight.reset();
        m_state.askedAt.reset();
        m_estimatedEnd.reset();
        m_estimating = false;
    }
}

void EndpointWalk::ask(SteadyTime now, std::optional<std::uint32_t> look)
{
    const auto step = breaker::step(m_state.breaker, m_service.breaker, breaker::Admit{}, now);
    if (!step.permit || !step.transitions.empty())
        return;
    breaker::take(m_state.breaker, now);
    m_state.inFlight = *step.permit;
    m_state.askedAt = now;
    m_state.nextPollAt = fleet::slotAfter(m_state.nextPollAt.value_or(now), m_source.interval, now);
    bind(now, look);
}

/// The poll is the recorded one of that look; else one that was never asked, answered as the nearest that was.
void EndpointWalk::bind(SteadyTime now, std::optional<std::uint32_t> look)
{
    m_bound = nullptr;
    if (look) {
        const auto found = std::ranges::lower_bound(m_record.polls, *look, {}, &RecordedPoll::asked);
        if (found != m_record.polls.end() && found->asked == *look) {
            // The one in flight at the beginning has no look of its own.
            const bool first = found == m_record.polls.begin() && m_record.start.inFlight.has_value();
            const auto poll = first ? std::next(found) : found;
            if (poll != m_record.polls.end() && poll->asked == *look)
                m_bound = &*poll;
        }
    }
    m_estimating = !m_bound;
    m_estimatedEnd.reset();
    if (m_bound)
        return;
    const auto* like = nearest(now);
    m_estimated = like ? like->outcome : breaker::Outcome{breaker::Verdict::Ignored, {}};
    if (!like || !like->lost)
        m_estimatedEnd = saturatingAdd(now, std::max(m_estimated.latency, Duration{1}));
}

const RecordedPoll* EndpointWalk::nearest(SteadyTime now) const
{
    const auto& polls = m_record.polls;
    const auto askedAt = [&](const RecordedPoll& poll) { return m_stretch.looks[poll.asked].steady; };
    const auto tells = [](const RecordedPoll& poll) { return poll.lost || poll.ended != RecordedPoll::none; };
    auto after = std::ranges::lower_bound(polls, now, {}, askedAt);
    auto before = after;
    while (after != polls.end() && !tells(*after))
        ++after;
    while (before != polls.begin() && !tells(*std::prev(before)))
        --before;
    const RecordedPoll* earlier = before == polls.begin() ? nullptr : &*std::prev(before);
    const RecordedPoll* later = after == polls.end() ? nullptr : &*after;
    if (!earlier || !later)
        return earlier ? earlier : later;
    return now - askedAt(*earlier) <= askedAt(*later) - now ? earlier : later;
}

std::uint64_t EndpointWalk::chance() const
{
    return fleet::cooldownChance(m_stretch.seed, m_record.name, m_state.breaker);
}

std::int64_t EndpointWalk::slotsUpTo(SteadyTime end) const
{
    if (!m_state.nextPollAt || *m_state.nextPollAt >= end || m_source.interval <= Duration{0})
        return 0;
    return (end - *m_state.nextPollAt - Duration{1}) / m_source.interval + 1;
}

std::int64_t EndpointWalk::refusedUpTo(SteadyTime end) const
{
    return m_refused + (m_state.breaker.phase == breaker::Phase::Open ? slotsUpTo(end) : 0);
}

} // namespace rungwatch::lab
