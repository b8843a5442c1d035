// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/settled_levels.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/service_values.h"

namespace rungwatch::fleet {

namespace {

/// Everything of an endpoint that a level, a word about it or a derived rung is made of.
bool saysTheSame(const EndpointState& a, const EndpointState& b)
{
    return a.reading.same(b.reading) && a.freshness == b.freshness && a.everRead == b.everRead
        && a.breaker.phase == b.breaker.phase && a.troubleWord == b.troubleWord;
}

} // namespace

std::vector<std::size_t> SettledLevels::takeUnsettled(
    const FleetState& state, const Policy& policy, const std::vector<EndpointRef>& refs)
{
    bool all = m_endpoints.size() != state.endpoints.size() || m_services.size() != state.services.size()
        || m_blind != state.blind;
    std::vector<char> open(state.services.size(), 0);
    if (m_endpoints.size() != state.endpoints.size())
        m_endpoints = state.endpoints;
    for (std::size_t i = 0; i < m_endpoints.size(); ++i) {
        if (m_endpoints[i].same(state.endpoints[i]))
            continue;
        if (!saysTheSame(*m_endpoints[i], *state.endpoints[i])) {
            open[refs[i].service] = 1;
            // A server speaks of any of them.
            all = all || isServer(sourceOf(policy, refs[i]).kind);
        }
        m_endpoints[i] = state.endpoints[i];
    }
    m_services.resize(state.services.size());
    m_blind = state.blind;
    std::vector<std::size_t> unsettled;
    for (std::size_t i = 0; i < open.size(); ++i)
        if (all || open[i] || !m_services[i].same(state.services[i]))
            unsettled.push_back(i);
    return unsettled;
}

} // namespace rungwatch::fleet
