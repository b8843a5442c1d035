// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/instance_group.h"

namespace rungwatch::formats {

HealthLevel levelOfGroup(const std::vector<GroupMember>& members)
{
    std::size_t left = 0;
    std::size_t healthy = 0;
    std::size_t usable = 0;
    bool anyUnknown = false;
    for (const auto& member : members) {
        anyUnknown = anyUnknown || member.level == HealthLevel::Unknown;
        if (member.deliberate || member.level == HealthLevel::Unknown)
            continue;
        ++left;
        healthy += member.level == HealthLevel::Healthy;
        usable += member.level == HealthLevel::Healthy || member.level == HealthLevel::Degraded;
    }
    if (left == 0)
        return anyUnknown ? HealthLevel::Unknown : HealthLevel::Unavailable;
    if (healthy == left)
        return HealthLevel::Healthy;
    if (usable * 2 >= left)
        return HealthLevel::Degraded;
    return usable > 0 ? HealthLevel::Critical : HealthLevel::Unavailable;
}

HealthLevel levelOfGroups(const std::vector<HealthLevel>& groups)
{
    auto level = HealthLevel::Unknown;
    bool anyBetter = false;
    for (const auto group : groups) {
        level = worse(level, group);
        anyBetter = anyBetter || (group != HealthLevel::Unknown && group != HealthLevel::Unavailable);
    }
    return level == HealthLevel::Unavailable && anyBetter ? HealthLevel::Critical : level;
}

} // namespace rungwatch::formats
