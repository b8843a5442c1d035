// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/retry_step.h"

#include "rungwatch/retry/retry_after.h"

#include <algorithm>

namespace rungwatch {

using namespace std::chrono_literals;

namespace {

RetryStep ended(RetryState state, RetryEnding ending)
{
    state.ending = ending;
    return {std::move(state), 0ns};
}

bool isSpent(const AttemptOutcome& outcome, const RetryOptions& options)
{
    return outcome.failure->kind() == FailureClass::Kind::QuotaSpent
        || (outcome.failure->isLimit() && outcome.retryAfter && *outcome.retryAfter > options.backoff.max);
}

} // namespace

RetryOutcome outcomeOf(RetryEnding ending)
{
    switch (ending) {
    case RetryEnding::Ok:
        return RetryOutcome::Ok;
    case RetryEnding::Attempts:
    case RetryEnding::Deadline:
    case RetryEnding::Allowance:
    case RetryEnding::Budget:
        return RetryOutcome::Exhausted;
    case RetryEnding::Refusal:
        return RetryOutcome::Refused;
    case RetryEnding::Class:
    case RetryEnding::QuotaSpent:
    case RetryEnding::Cancelled:
        break;
    }
    return RetryOutcome::Fatal;
}

RetryStep stepRetry(RetryState state, const AttemptOutcome& outcome, const RetryTerms& terms, SteadyTime now, double u)
{
    if (outcome.refusal) {
        state.refusedBy = outcome.refusal;
        return ended(std::move(state), RetryEnding::Refusal);
    }
    ++state.attempts;
    if (!outcome.failure)
        return ended(std::move(state), RetryEnding::Ok);
    state.lastError = outcome.failure;
    if (isSpent(outcome, terms.options)) {
        state.leaveFor = boundRetryAfter(outcome.retryAfter.value_or(terms.options.quotaPause), 24h * 30, std::nullopt);
        return ended(std::move(state), RetryEnding::QuotaSpent);
    }
    const auto allowance = retryAllowanceOf(*outcome.failure, terms.safe);
    if (allowance == RetryAllowance::Never)
        return ended(std::move(state),
            outcome.failure->kind() == FailureClass::Kind::Cancelled ? RetryEnding::Cancelled : RetryEnding::Class);
    if (allowance == RetryAllowance::Once && state.ambiguousUsed)
        return ended(std::move(state), RetryEnding::Allowance);
    if (state.attempts >= terms.options.maxAttempts)
        return ended(std::move(state), RetryEnding::Attempts);
    const auto& backoff = terms.options.backoff;
    const auto asked = boundRetryAfter(outcome.retryAfter.value_or(0ns), backoff.max, std::nullopt);
    const auto wait = std::max(backoff.delay(state.attempts - 1, u), asked);
    if (!terms.deadline.allowsWait(now, wait))
        return ended(std::move(state), RetryEnding::Deadline);
    state.ambiguousUsed = state.ambiguousUsed || allowance == RetryAllowance::Once;
    return {std::move(state), wait};
}

} // namespace rungwatch
