// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/behind_breaker.h"

namespace rungwatch {

void endPermit(breaker::Permit& permit, const RetryReport& report, Duration took)
{
    if (report.outcome() == RetryOutcome::Ok)
        permit.success(took);
    else if (report.ending() == RetryEnding::Cancelled || !report.state.lastError)
        permit.cancel();
    else
        permit.failure(*report.state.lastError, took);
}

} // namespace rungwatch
