// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/base/result.h"

#include <vector>

namespace rungwatch {

/// A dependency that a service checks.
struct ServiceCheck {
    std::string name;
    /// Without it the service cannot do its work (roll_up.h).
    bool critical{false};
    /// The feature flag that gates it: while that is off nothing depends on it, and it is no part of the health. Empty:
    /// always a part.
    std::string flag;
    /// A check that takes strictly longer has timed out. 1 ms to 1 h; the seeds' is 5 s.
    Duration timeout{std::chrono::seconds{5}};
};

struct HealthCheckerOptions {
    /// In the order of the document; no name twice.
    std::vector<ServiceCheck> services;
    /// So many readings in a row that are not healthy, 1 to 100, and a service that is shown as healthy no longer is.
    std::uint32_t downAfter{1};
    /// So many healthy readings in a row, 1 to 100, and one that is shown as down no longer is.
    std::uint32_t upAfter{1};
    /// From one round of checks to the next. Each timeout must be shorter, or a round would meet the one before it
    /// still running. Absent: not known, and not compared.
    std::optional<Duration> interval;

    /// The first setting out of its range, by its name in scripts.
    [[nodiscard]] std::optional<Error> fault() const;
};

} // namespace rungwatch
