// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/due_times.h"

#include "rungwatch/fleet/deciding.h"
#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/poll_due.h"
#include "rungwatch/fleet/snapshot.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

constexpr auto never = SteadyTime::max();

SteadyTime dueOf(
    const EndpointState& endpoint, const ServicePolicy& service, const SourcePolicy& source, SteadyTime now)
{
    if (freshnessAt(endpoint, source, now) != endpoint.freshness)
        return SteadyTime::min();
    const auto polls = pollsDue(endpoint, service, source).value_or(never);
    return std::min(polls, freshnessDue(endpoint, source).value_or(never));
}

} // namespace

void DueTimes::look(const FleetState& state, const std::vector<EndpointRef>& refs, const Policy& policy, SteadyTime now)
{
    const auto lookAt = [&](std::size_t i) {
        m_due[i] = dueOf(state.endpoints[i].get(), serviceOf(policy, refs[i]), sourceOf(policy, refs[i]), now);
    };
    if (m_known.size() != state.endpoints.size()) {
        m_known = state.endpoints;
        m_due.resize(m_known.size());
        for (std::size_t i = 0; i < m_known.size(); ++i)
            lookAt(i);
        return;
    }
    for (std::size_t i = 0; i < m_known.size(); ++i)
        if (!m_known[i].same(state.endpoints[i])) {
            m_known[i] = state.endpoints[i];
            lookAt(i);
        }
}

std::vector<std::size_t> DueTimes::by(SteadyTime now) const
{
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < m_due.size(); ++i)
        if (m_due[i] <= now)
            due.push_back(i);
    return due;
}

std::optional<SteadyTime> DueTimes::first() const
{
    const auto first = std::min_element(m_due.begin(), m_due.end());
    return first == m_due.end() || *first == never ? std::nullopt : std::optional(*first);
}

void DueTimes::forget()
{
    m_known.clear();
    m_due.clear();
}

} // namespace rungwatch::fleet
