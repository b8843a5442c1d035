// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/model_calls.h"

#include "rungwatch/retry/retry_after.h"

#include <algorithm>

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

constexpr Duration longestWait = 500ms;

} // namespace

ModelCall judged(CallEnd end, WallTime now)
{
    ModelCall call{end.failure, std::nullopt, std::move(end.body)};
    if (end.retryAfter)
        call.retryAfter = parseRetryAfter(*end.retryAfter, now);
    if (call.failure && call.failure->isLimit() && call.retryAfter.value_or(Duration::max()) > capacityReturns)
        call.failure = FailureClass::Kind::QuotaSpent;
    return call;
}

AttemptOutcome outcomeOf(const ModelCall& call)
{
    if (!call.failure)
        return AttemptOutcome::ok();
    if (!call.failure->isLimit() || !call.retryAfter)
        return AttemptOutcome::failed(*call.failure, call.retryAfter);
    return AttemptOutcome::failed(*call.failure, std::max(*call.retryAfter, longestWait + 1ns));
}

RetryOptions retriesOf(Purpose purpose)
{
    RetryOptions options;
    options.maxAttempts = purpose == Purpose::Customer ? 2 : 1;
    options.backoff = {longestWait / 2, longestWait, Jitter::Full};
    return options;
}

RungAnswer rungAnswerOf(const Retried<std::string>& done)
{
    const auto& report = done.report;
    if (done.value)
        return RungAnswer::served(*done.value);
    if (!report.state.lastError)
        return RungAnswer::notStarted("no time left to call");
    auto answer = RungAnswer::failed(*report.state.lastError);
    if (answer.failure.kind() == FailureClass::Kind::QuotaSpent)
        answer.comesBackIn = report.state.leaveFor;
    return answer;
}

} // namespace rungwatch::bookstore
