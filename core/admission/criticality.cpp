// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/criticality.h"

#include <map>

namespace rungwatch::admission {

std::vector<Admitted> admitByCriticality(std::int64_t capacity, const std::vector<Demand>& demands)
{
    std::map<std::int64_t, std::vector<std::size_t>> levels;
    for (std::size_t i = 0; i < demands.size(); ++i)
        levels[demands[i].criticality].push_back(i);
    std::vector<Admitted> admitted(demands.size());
    for (const auto& [criticality, members] : levels) {
        std::vector<Demand> asked;
        for (const auto i : members)
            asked.push_back(demands[i]);
        const auto granted = share(capacity, asked);
        for (std::size_t k = 0; k < members.size(); ++k) {
            admitted[members[k]] = {granted[k], asked[k].requests - granted[k]};
            capacity -= granted[k];
        }
    }
    return admitted;
}

} // namespace rungwatch::admission
