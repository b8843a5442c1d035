// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/said_levels.h"

namespace rungwatch::fleet {

/// On what the levels were decided last, so that only what moved since is decided again. A poll that brought the same
/// as before makes another endpoint, but nothing that a level follows from.
class SettledLevels {
public:
    /// The services whose level may be another than the state has, in their order. They count as settled from now on,
    /// once settle() was called for each.
    [[nodiscard]] std::vector<std::size_t> takeUnsettled(
        const FleetState& state, const Policy& policy, const std::vector<EndpointRef>& refs);
    void settle(const FleetState& state, std::size_t service) { m_services[service] = state.services[service]; }

    /// The fleet's level as it follows from what is settled; the one who unsettles it makes it anew.
    std::optional<SaidLevel> fleet;

    void forget() { *this = {}; }

private:
    std::vector<Shared<EndpointState>> m_endpoints;
    std::vector<Shared<ServiceState>> m_services;
    bool m_blind{false};
};

} // namespace rungwatch::fleet
