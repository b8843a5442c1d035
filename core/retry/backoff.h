// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/base/result.h"

namespace rungwatch {

/// How a delay is spread, so that clients that failed together do not come back together.
enum class Jitter {
    None, ///< base * 2^n, at most max.
    Plus, ///< min(base * 2^n + up to one second, max): the formula of "Graceful Degradation When APIs Fail".
    Full, ///< Anywhere from 0 to min(base * 2^n, max). For long outages: at the cap Plus no longer spreads anything.
};
constexpr std::array<std::string_view, 3> enumNames(Jitter)
{
    return {"none", "plus", "full"};
}

/// Exponential backoff. The result is in [0, max] for every attempt number there is.
struct Backoff {
    /// Before the first retry; 0 to 24 h.
    Duration base{std::chrono::seconds{1}};
    /// The longest delay, jitter included; at least base, at most 24 h.
    Duration max{std::chrono::seconds{30}};
    Jitter jitter{Jitter::Plus};

    /// The delay numbered `n`, counted from 0 as in base * 2^n: 0 is the one before the first retry (after attempt 1 of
    /// those that max_attempts counts), 1 the one before the second. Below 0 counts as 0. `u`: a uniform draw, brought
    /// into [0, 1]; what is not a number counts as 0.
    [[nodiscard]] Duration delay(std::int64_t n, double u) const;

    /// The first setting out of its range, by its name in a script.
    [[nodiscard]] std::optional<Error> fault() const;

    bool operator==(const Backoff&) const = default;
};

} // namespace rungwatch
