// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/decide_memo.h"

namespace rungwatch::fleet {

void DecideMemo::begin(const Policy& policy, const std::shared_ptr<const Policy>& owned, SteadyTime now)
{
    const bool same = owned && owned == m_policy && owned.get() == &policy;
    // What was due is found for times that only go on.
    if (same && now >= m_now) {
        m_now = now;
        return;
    }
    if (!same)
        m_refs = endpointsOf(policy);
    m_policy = owned.get() == &policy ? owned : nullptr;
    m_now = now;
    m_dues.forget();
    m_levels.forget();
}

} // namespace rungwatch::fleet
