// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// A cluster of Envoy's with its hosts, from whichever form of /clusters.
struct EnvoyCluster {
    std::string name;
    /// By address; `deliberate` where it drains or was taken out at once by its own health answer.
    std::vector<Component> hosts;
};

/// Each cluster as a component, its hosts behind it as `cluster/address`, and the level of the worst (FORMATS 2.5).
[[nodiscard]] Result<Reading> readingOfClusters(std::vector<EnvoyCluster> clusters, std::string_view format);

} // namespace rungwatch::formats
