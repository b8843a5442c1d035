// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/cache/stale_policy.h"
#include "rungwatch/lab/scenario.h"

namespace rungwatch::bookstore {

/// One customer's request of a minute: when in it, and of which feature.
struct Arrival {
    Duration at{0};
    std::size_t feature{0};
};

/// A minute of customers: each feature's requests evenly spaced, and mixed as they come. In order of time.
[[nodiscard]] std::vector<Arrival> arrivalsOfAMinute(const lab::Scenario& scenario);

/// What the `n`-th customer of a feature asks: one in ten one of twenty popular questions, the others spread widely.
[[nodiscard]] AnswerKey questionOf(std::uint64_t n);

} // namespace rungwatch::bookstore
