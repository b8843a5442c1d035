// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/health/health_level.h"

#include <vector>

namespace rungwatch::formats {

struct GroupMember {
    HealthLevel level{HealthLevel::Unknown};
    bool deliberate{false};
};

/// FORMATS 2.5: what several instances of one thing are together. Those taken out on purpose and those that say nothing
/// are left out. Where nobody is left: unknown if any of them is unknown, else unavailable.
[[nodiscard]] HealthLevel levelOfGroup(const std::vector<GroupMember>& members);

/// Of a document with several groups: the worst, but UNAVAILABLE counts as CRITICAL while any other group is better.
/// Unknown where every group is.
[[nodiscard]] HealthLevel levelOfGroups(const std::vector<HealthLevel>& groups);

} // namespace rungwatch::formats
