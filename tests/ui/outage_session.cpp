// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_session.h"

namespace rungwatch {

using namespace fleet;

OutageSession::OutageSession(int minute)
    : outage(OutageSnapshot::atMinute(minute))
{
    for (int m = 1; m <= minute; ++m)
        addMinute(m);
}

SnapshotPtr OutageSession::snapshot() const
{
    return std::make_shared<const Snapshot>(outage.snapshot);
}

void OutageSession::addMinute(int minute)
{
    const auto then = OutageSnapshot::atMinute(minute);
    const auto& state = then.snapshot.state;
    const auto add = [&](EventBody body) {
        m_history.add(Event{++m_seq, then.now.wall, then.now.steady, 0, std::move(body)}, state);
    };
    PollRound round;
    for (std::uint32_t i = 0; i < state.endpoints.size(); ++i) {
        PollResult result;
        result.endpoint = i;
        result.obtainedAt = *state.endpoints[i]->obtainedAt;
        result.status = 200;
        result.reading = state.endpoints[i]->reading;
        round.results.push_back(result);
    }
    add(round);
    for (const auto& feature : state.endpoints[1]->reading->features) {
        if (minute == 11 || minute == 48)
            add(ModeChanged{
                "store", feature.name, minute == 11 ? Mode::Primary : Mode::Degraded, feature.mode, {}, {}});
        add(IntervalClosed{"store", feature.name, feature.mode, feature.intervals.back()});
    }
    if (minute == 20)
        add(ReportedBreakerMoved{"store", "provider-primary", "closed", "open", "threshold", then.now.wall, m_seq});
}

} // namespace rungwatch
