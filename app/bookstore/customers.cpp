// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/customers.h"

#include "rungwatch/base/hash.h"

#include <algorithm>

namespace rungwatch::bookstore {

std::vector<Arrival> arrivalsOfAMinute(const lab::Scenario& scenario)
{
    std::vector<Arrival> arrivals;
    for (std::size_t feature = 0; feature < scenario.features.size(); ++feature) {
        const auto count = scenario.features[feature].requestsPerMinute;
        for (std::int64_t i = 0; i < count; ++i)
            arrivals.push_back({Duration(std::chrono::minutes(1)) * (2 * i + 1) / (2 * count), feature});
    }
    std::ranges::stable_sort(arrivals, {}, &Arrival::at);
    return arrivals;
}

AnswerKey questionOf(std::uint64_t n)
{
    // By a hash, not by a count: whoever comes at the end of a minute, when capacities are spent, asks no other
    // questions.
    const bool popular = mixed(n) % 10 == 0;
    return {"question-" + std::to_string(popular ? mixed(n + 1) % 20 : 20 + n * 7919 % 5000), "public"};
}

} // namespace rungwatch::bookstore
