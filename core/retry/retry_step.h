// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/deadline.h"
#include "rungwatch/retry/retry_policy.h"

namespace rungwatch {

/// A guard that refused before anything was called.
enum class RefusedBy { Breaker, Bulkhead, KillSwitch };
constexpr std::array<std::string_view, 3> enumNames(RefusedBy)
{
    return {"breaker", "bulkhead", "kill_switch"};
}

/// What one attempt came to.
struct AttemptOutcome {
    /// Absent, with `refusal` absent too: it succeeded.
    std::optional<FailureClass> failure;
    /// What the dependency asked for with its failure (parseRetryAfter).
    std::optional<Duration> retryAfter;
    /// Nothing was called.
    std::optional<RefusedBy> refusal;

    [[nodiscard]] static AttemptOutcome ok() { return {}; }
    [[nodiscard]] static AttemptOutcome failed(FailureClass failure, std::optional<Duration> retryAfter = std::nullopt)
    {
        return {failure, retryAfter, std::nullopt};
    }
    [[nodiscard]] static AttemptOutcome refused(RefusedBy by) { return {std::nullopt, std::nullopt, by}; }
};

/// How an action ended, in the words of scripts.
enum class RetryOutcome {
    Ok,
    Exhausted, ///< Attempts, deadline, retry budget or the class's allowance used up.
    Refused, ///< By a guard: a refusal is never retried, as waiting in place only delays the next rung.
    Fatal, ///< A class that is never retried, or whoever asked gave up.
};
constexpr std::array<std::string_view, 4> enumNames(RetryOutcome)
{
    return {"ok", "exhausted", "refused", "fatal"};
}

/// What ended it.
enum class RetryEnding { Ok, Attempts, Deadline, Allowance, Budget, Refusal, Class, QuotaSpent, Cancelled };
constexpr std::array<std::string_view, 9> enumNames(RetryEnding)
{
    return {"ok", "attempts", "deadline", "allowance", "budget", "refusal", "class", "quota_spent", "cancelled"};
}
[[nodiscard]] RetryOutcome outcomeOf(RetryEnding ending);

/// One action under way or ended. A value: the step below is the only thing that changes it.
struct RetryState {
    /// Calls that went out; a refused one did not.
    std::int32_t attempts{0};
    /// The one retry of the ambiguous classes was used.
    bool ambiguousUsed{false};
    /// The last real failure, never a refusal: a wait that is cut short does not hide it.
    std::optional<FailureClass> lastError;
    std::optional<RefusedBy> refusedBy;
    /// Present: it is over.
    std::optional<RetryEnding> ending;
    /// With QuotaSpent: how long this rung is to be left; other rungs are not concerned.
    std::optional<Duration> leaveFor;

    bool operator==(const RetryState&) const = default;
};

/// What an action is bound by.
struct RetryTerms {
    RetryOptions options;
    SafeToRepeat safe;
    Deadline deadline;
};

struct RetryStep {
    RetryState state;
    /// Until the next attempt, where there is one; 0 is at once.
    Duration wait{0};
};

/// What follows after an attempt that ended now. `u`: a uniform draw in [0, 1] for the jitter.
///
/// The wait is the backoff's, or what a Retry-After asks for where that is longer (never sooner than either: a clock
/// that runs ahead makes every date past), within backoff.max. A 429 whose Retry-After is beyond backoff.max is an
/// allowance that will not come back soon, and ends the action like a spent quota. No wait is returned that would reach
/// the deadline, nor one after the last attempt.
[[nodiscard]] RetryStep stepRetry(
    RetryState state, const AttemptOutcome& outcome, const RetryTerms& terms, SteadyTime now, double u);

} // namespace rungwatch
