// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/breaker.h"
#include "rungwatch/retry/retry.h"

namespace rungwatch {

/// Ends the permit of a whole action by what the action came to: one exhausted action is one failure, of the class of
/// its last error, however many attempts it made. Where nothing was called (refused, or no time left), or whoever
/// asked gave up, the permit is cancelled: it says nothing about the dependency.
void endPermit(breaker::Permit& permit, const RetryReport& report, Duration took);

/// retry() with a breaker around it. Where the breaker refuses, nothing is called and nothing waits. What `work` throws
/// is a failure for the breaker, and passes through. `took`, for its slow-call rule, is the whole action with its
/// waits.
template <class Work>
[[nodiscard]] auto callBehind(breaker::Breaker& breaker, const RetryTerms& terms, const RetryTools& tools, Work&& work)
{
    using Result = decltype(retry(terms, tools, work));
    Result result;
    const auto began = tools.clock.steadyNow();
    auto admission = breaker.tryAcquire();
    if (!admission) {
        result.report.state.refusedBy = RefusedBy::Breaker;
        result.report.state.ending = RetryEnding::Refusal;
        return result;
    }
    try {
        result = retry(terms, tools, work);
    } catch (...) {
        admission.permit().failure(FailureClass::Kind::Thrown, tools.clock.steadyNow() - began);
        throw;
    }
    endPermit(admission.permit(), result.report, tools.clock.steadyNow() - began);
    return result;
}

} // namespace rungwatch
