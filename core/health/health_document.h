// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/health/roll_up.h"

namespace rungwatch {

/// What `GET /health` answers: format number one of the console's readers.
struct HealthDocument {
    HealthLevel level{HealthLevel::Unknown};
    std::string message;
    std::vector<std::string> available;
    /// The failed ones, critical ones first.
    std::vector<std::string> degraded;
    std::vector<Check> checks;

    /// 200 for healthy and degraded, else 503.
    [[nodiscard]] int httpStatus() const;
    /// The body, one JSON object. Text that is not UTF-8 is written with replacement characters.
    [[nodiscard]] std::string json() const;
};

[[nodiscard]] HealthDocument healthDocument(std::vector<Check> checks);

/// The HTTP status of a level: 200 for healthy and degraded, 503 for all else (unknown is not healthy).
[[nodiscard]] int httpStatusOf(HealthLevel level);

} // namespace rungwatch
