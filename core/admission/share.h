// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace rungwatch::admission {

/// What one feature asks of a capacity that several share.
struct Demand {
    /// 0 to 2^31 - 1.
    std::int64_t requests{0};
    /// 1 is the most critical.
    std::int64_t criticality{0};
};

/// Divides a limited capacity (0 to 2^31 - 1) as mixed arrivals do: in proportion to demand, whatever the feature; the
/// units that rounding leaves go one each to features with a demand, most critical first, equally critical ones in the
/// order of `demands`. Grants come in the order of `demands`. This is `share` of the outage hour's model, and the one
/// implementation of it.
[[nodiscard]] std::vector<std::int64_t> share(std::int64_t capacity, const std::vector<Demand>& demands);

} // namespace rungwatch::admission
