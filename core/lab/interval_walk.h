// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fixed.h"
#include "rungwatch/ladder/rung.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rungwatch::lab {

/// Requests by feature and rung.
using Served = std::map<std::string, std::map<std::string, std::int64_t>>;

struct WalkRung {
    std::string name;
    RungKind kind{RungKind::Unavailable};
    /// Share of the requests that reach it which it serves. Not of secondary and small model: those serve what their
    /// capacity grants. Of the primary it is what its errors leave; there the failed calls are the rounded number.
    Percent coverage{100'000};
    /// What limits it together with the other rungs of its kind that name the same; see WalkInterval::limits.
    std::string capacity;
    /// False where the feature asks nothing of it: killed, forbidden, not drilled, or above where the mode begins.
    bool asked{true};
};

struct WalkFeature {
    std::string name;
    /// 1 is the most critical.
    std::int64_t criticality{3};
    /// 0 to 2^31 - 1.
    std::int64_t requests{0};
    std::vector<WalkRung> ladder;
};

/// One interval's requests of the features that share capacities.
struct WalkInterval {
    std::vector<WalkFeature> features;
    /// Requests an interval by the capacity's name; without one it serves all that asks.
    std::map<std::string, std::int64_t> limits;
};

/// n * p / 100, rounded half up, in integers.
[[nodiscard]] std::int64_t shareOf(std::int64_t n, Percent p);

/// Who served how many, by the outage hour's model: whole requests, no chance, nothing carried into the next interval.
/// Kinds are walked from the primary down; what a rung does not serve goes on to the next. Features that meet at a
/// capacity divide it as admission::share() does. Every rung of every feature is named, with 0 where it served none.
[[nodiscard]] Served walk(const WalkInterval& interval);

} // namespace rungwatch::lab
