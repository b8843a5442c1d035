// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/lab/interval_walk.h"
#include "rungwatch/lab/scenario.h"

namespace rungwatch::lab {

/// What one run of the scripted hour gives. Whole requests, integer arithmetic, no chance.
struct Run {
    std::vector<Served> byMinute;
    Served total;
    /// 'p' or 'd' a minute: the mode its traffic met, and the mode after it was observed.
    std::string modeInForce;
    std::string modeAfter;
    std::vector<std::int64_t> tripMinutes;
    std::vector<std::int64_t> returnMinutes;
    std::int64_t switches{0};
    /// Minutes that ran in primary mode though its p95 was at or over the threshold.
    std::int64_t slowPrimaryMinutes{0};
    std::int64_t wrongRefundDecisions{0};
};

[[nodiscard]] Run runHour(const Scenario& scenario, const Toggles& toggles);

/// The figures by the names that the published hour uses. `minutes_from_early_return_to_second_trip` is there only
/// where there was a second trip.
struct Figures {
    std::map<std::string, std::int64_t> counts;
    std::vector<std::int64_t> tripMinutes;
    std::vector<std::int64_t> returnMinutes;
};
[[nodiscard]] Figures figuresOf(const Scenario& scenario, const Run& run);

/// Every difference between the hour and a file of expected figures, one sentence each; an error where the file can't
/// be read. Nothing is skipped: a setting of the file that the scenario does not name is a difference.
[[nodiscard]] Result<std::vector<std::string>> compareWithExpected(
    const Scenario& scenario, std::string_view expectedText);

} // namespace rungwatch::lab
