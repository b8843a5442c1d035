// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

namespace rungwatch::fleet {

/// When each endpoint next needs to be looked at: a poll, a breaker's cooldown, a reading that ages. What was found of
/// an endpoint's value holds while the endpoint has that value: only the others are looked at again.
class DueTimes {
public:
    /// Up to date with `state` at `now`, which is no earlier than at the look before.
    void look(const FleetState& state, const std::vector<EndpointRef>& refs, const Policy& policy, SteadyTime now);
    /// The endpoints for which something is due by `now`, in their order. An endpoint whose freshness is not what it
    /// should be at the last look is one.
    [[nodiscard]] std::vector<std::size_t> by(SteadyTime now) const;
    /// The first of all; absent: time alone changes nothing.
    [[nodiscard]] std::optional<SteadyTime> first() const;
    void forget();

private:
    std::vector<Shared<EndpointState>> m_known;
    std::vector<SteadyTime> m_due;
};

} // namespace rungwatch::fleet
