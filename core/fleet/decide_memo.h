// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/due_times.h"
#include "rungwatch/fleet/settled_levels.h"

namespace rungwatch::fleet {

/// What decide() found of values that are still the same, from one decision to the next: of a thousand endpoints few
/// change at a time. It goes by the values' identity (Shared), so that any state may be decided on with any memo, and
/// the decision is the one without. Thread-compatible. Keeps the values of the last decision alive.
class DecideMemo {
public:
    /// Before anything of `policy` is looked at, with the time of the decision. `owned` is the state's own policy: of
    /// another one, which may go at any time, nothing is kept.
    void begin(const Policy& policy, const std::shared_ptr<const Policy>& owned, SteadyTime now);

    /// endpointsOf(policy).
    [[nodiscard]] const std::vector<EndpointRef>& refs() const { return m_refs; }
    [[nodiscard]] DueTimes& dues() { return m_dues; }
    [[nodiscard]] SettledLevels& levels() { return m_levels; }

private:
    std::shared_ptr<const Policy> m_policy;
    std::vector<EndpointRef> m_refs;
    SteadyTime m_now;
    DueTimes m_dues;
    SettledLevels m_levels;
};

} // namespace rungwatch::fleet
