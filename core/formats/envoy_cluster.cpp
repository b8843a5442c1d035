// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/envoy_cluster.h"

#include "rungwatch/formats/instance_group.h"

namespace rungwatch::formats {

Result<Reading> readingOfClusters(std::vector<EnvoyCluster> clusters, std::string_view format)
{
    Reading reading;
    reading.format = format;
    EntryNames names;
    std::vector<HealthLevel> groups;
    std::size_t position = 0;
    for (auto& cluster : clusters) {
        const auto name = names.of(cluster.name, position++);
        std::vector<GroupMember> members;
        for (const auto& host : cluster.hosts) {
            members.push_back({host.level, host.deliberate});
            if (host.deliberate)
                flag(reading, "deliberate");
        }
        if (members.empty())
            flag(reading, "no-instances");
        groups.push_back(levelOfGroup(members));
        Component whole;
        whole.name = name;
        whole.level = groups.back();
        reading.components.push_back(std::move(whole));
        EntryNames hostNames;
        for (std::size_t i = 0; i < cluster.hosts.size(); ++i) {
            auto& host = cluster.hosts[i];
            host.name = name + "/" + hostNames.of(host.name, i);
            reading.components.push_back(std::move(host));
        }
        if (reading.components.size() > maxComponents)
            return Error{"too-large", "more than 5000 clusters and hosts", {}};
    }
    reading.level = levelOfGroups(groups);
    if (groups.empty()) {
        reading.level = HealthLevel::Unavailable;
        flag(reading, "no-instances");
    } else if (reading.level == HealthLevel::Unknown)
        reading.level = HealthLevel::Degraded;
    return reading;
}

} // namespace rungwatch::formats
