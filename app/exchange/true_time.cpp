// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/true_time.h"

#include "rungwatch/fleet/snapshot.h"

#include <algorithm>

namespace rungwatch::exchange {

using namespace fleet;

namespace {

/// Further back than a ring of events reaches, a service's time is a wrong clock.
constexpr auto furthestBack = std::chrono::hours{8};

/// How long before its answer a reported event was; zero where nobody says.
Duration before(const Event& event, const FleetState& after)
{
    const auto* moved = std::get_if<ReportedBreakerMoved>(&event.body);
    if (!moved || !moved->at)
        return Duration{0};
    const auto endpoint = telemetryOf(after, moved->service);
    const auto* instance = endpoint && after.endpoints[*endpoint]->reading->instance
        ? &*after.endpoints[*endpoint]->reading->instance
        : nullptr;
    const bool known = instance && instance->observedAt && *moved->at <= *instance->observedAt
        && *instance->observedAt - *moved->at <= furthestBack;
    return known ? *instance->observedAt - *moved->at : Duration{0};
}

} // namespace

TrueTime::Place TrueTime::of(const Event& event, const FleetState& after)
{
    if (!m_steady || std::holds_alternative<SessionStarted>(event.body))
        m_now = m_steady ? std::max(m_now, event.wall) : event.wall; // another session, another steady zero
    else
        m_now += std::max(Duration{0}, event.steady - *m_steady);
    m_steady = event.steady;
    if (const auto* suspended = std::get_if<Suspended>(&event.body))
        m_now += std::max(Duration{0}, suspended->asleep);
    const auto ago = before(event, after);
    return {m_now - ago, event.wall - ago};
}

} // namespace rungwatch::exchange
