// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace rungwatch::lab {

struct Demand {
    std::int64_t requests{0};
    /// 1 is the most critical; no two the same.
    std::int64_t criticality{0};
};

/// Divides a limited capacity as mixed arrivals do: in proportion to demand, whatever the feature; the units that
/// rounding leaves go one each to features with a demand, most critical first. Grants come in the order of `demands`.
[[nodiscard]] std::vector<std::int64_t> share(std::int64_t capacity, const std::vector<Demand>& demands);

} // namespace rungwatch::lab
