// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/retry/backoff.h"

namespace rungwatch {

/// Whether doing the work twice does no harm. Only who wrote the call knows, so it is an argument everywhere and never
/// has a default.
enum class SafeToRepeat { No, Yes };

/// How often a failure of a class may be followed by another attempt, within max_attempts.
enum class RetryAllowance {
    Never,
    Once, ///< Ambiguous: once per action, whichever of the ambiguous classes came first; then the next rung.
    Allowed,
};
constexpr std::array<std::string_view, 3> enumNames(RetryAllowance)
{
    return {"never", "once", "allowed"};
}

/// The three buckets of "Graceful Degradation When APIs Fail", and what they leave out:
/// - Allowed: timeout, 408, 429, 503, 529, and a connection that was refused.
/// - Once: 500 and every other 5xx, reset.
/// - Never: 400, 401, 404 and every other 3xx and 4xx (it would fail again), a spent quota, cancelled, thrown.
///
/// With SafeToRepeat::No only what is certain to precede the work stays Allowed: a refused connection and 429. A
/// timeout, a reset and a 5xx leave open whether the work was done.
[[nodiscard]] RetryAllowance retryAllowanceOf(FailureClass failure, SafeToRepeat safe);

/// What an action's retries are set to.
struct RetryOptions {
    /// Attempts in all, the first one included; 1 to 1000. 1: no retry. 4, the default, is one call and the seed's
    /// `max_retries=3` retries of "Graceful Degradation When APIs Fail"; 3 is what the other seed's decorator calls
    /// `max_retries=3`, one call and two retries.
    std::int32_t maxAttempts{4};
    /// backoff.max also bounds what a Retry-After may ask for.
    Backoff backoff;
    /// For one attempt; absent: what is left of the deadline alone bounds it. > 0.
    std::optional<Duration> attemptLimit;
    /// How long a rung whose quota is spent is to be left where the provider does not say; > 0, at most 30 days.
    Duration quotaPause{std::chrono::minutes{15}};

    /// The first setting out of its range, by its name in a script.
    [[nodiscard]] std::optional<Error> fault() const;

    bool operator==(const RetryOptions&) const = default;
};

} // namespace rungwatch
