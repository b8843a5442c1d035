// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/share.h"

#include <algorithm>
#include <numeric>

namespace rungwatch::admission {

std::vector<std::int64_t> share(std::int64_t capacity, const std::vector<Demand>& demands)
{
    std::vector<std::int64_t> granted;
    std::int64_t total = 0;
    for (const auto& demand : demands)
        total += demand.requests;
    if (total == 0 || total <= capacity) {
        for (const auto& demand : demands)
            granted.push_back(demand.requests);
        return granted;
    }
    auto spare = capacity;
    for (const auto& demand : demands) {
        granted.push_back(capacity * demand.requests / total);
        spare -= granted.back();
    }
    std::vector<std::size_t> order(demands.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return demands[i].criticality; });
    for (const auto i : order) {
        if (spare == 0)
            break;
        if (demands[i].requests > 0) {
            ++granted[i];
            --spare;
        }
    }
    return granted;
}

} // namespace rungwatch::admission
