// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/retry_policy.h"

namespace rungwatch {

namespace {

RetryAllowance ifSafe(RetryAllowance allowance, SafeToRepeat safe)
{
    return safe == SafeToRepeat::Yes ? allowance : RetryAllowance::Never;
}

RetryAllowance ofStatus(int status, SafeToRepeat safe)
{
    if (status == 429)
        return RetryAllowance::Allowed;
    if (status == 408 || status == 503)
        return ifSafe(RetryAllowance::Allowed, safe);
    return status >= 500 ? ifSafe(RetryAllowance::Once, safe) : RetryAllowance::Never;
}

} // namespace

RetryAllowance retryAllowanceOf(FailureClass failure, SafeToRepeat safe)
{
    switch (failure.kind()) {
    case FailureClass::Kind::Refused:
        return RetryAllowance::Allowed;
    case FailureClass::Kind::Timeout:
    case FailureClass::Kind::Overloaded:
        return ifSafe(RetryAllowance::Allowed, safe);
    case FailureClass::Kind::Reset:
        return ifSafe(RetryAllowance::Once, safe);
    case FailureClass::Kind::Http:
        return ofStatus(failure.httpStatus(), safe);
    case FailureClass::Kind::QuotaSpent:
    case FailureClass::Kind::Cancelled:
    case FailureClass::Kind::Thrown:
        break;
    }
    return RetryAllowance::Never;
}

std::optional<Error> RetryOptions::fault() const
{
    using namespace std::chrono_literals;
    if (maxAttempts < 1 || maxAttempts > 1000)
        return Error{"out-of-range", "expected 1 to 1000 attempts, the first one included", "max_attempts"};
    if (const auto wrong = backoff.fault())
        return wrong;
    if (attemptLimit && *attemptLimit <= 0ns)
        return Error{"out-of-range", "expected more than 0", "attempt_limit_s"};
    if (quotaPause <= 0ns || quotaPause > 24h * 30)
        return Error{"out-of-range", "expected more than 0 and at most 30 days", "quota_pause_s"};
    return std::nullopt;
}

} // namespace rungwatch
