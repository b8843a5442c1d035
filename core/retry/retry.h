// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/retry/retry_budget.h"
#include "rungwatch/retry/retry_step.h"
#include "rungwatch/retry/waiter.h"

#include <functional>
#include <utility>

namespace rungwatch {

/// What retry() uses of its surroundings. All of it outlives the call; thread-safe as far as its parts are.
struct RetryTools {
    const Clock& clock;
    Waiter& waiter;
    /// A uniform draw in [0, 1].
    std::function<double()> uniform;
    /// Shared by every action on one dependency; null: no cap on the share of retries.
    RetryBudget* budget{nullptr};
};

/// What an attempt is told.
struct AttemptCall {
    /// From 1.
    std::int32_t number{1};
    /// How long it may take; absent: no bound. The work keeps to it and answers with timeout: it is not interrupted.
    std::optional<Duration> limit;
};

/// What an attempt gives back. An alternative answer never comes from here: the verdict is on this call alone.
template <class Value> struct Tried {
    AttemptOutcome outcome;
    std::optional<Value> value;
};

struct RetryReport {
    RetryState state;
    Duration waited{0};

    [[nodiscard]] RetryEnding ending() const { return state.ending.value_or(RetryEnding::Ok); }
    [[nodiscard]] RetryOutcome outcome() const { return outcomeOf(ending()); }
};

template <class Value> struct Retried {
    RetryReport report;
    /// Of the attempt that succeeded.
    std::optional<Value> value;
};

/// The run of one action without the work itself: ask next(), make the call, tell ended(). retry() is this in a loop.
class RetryRun {
public:
    /// `terms.options` must have no fault(). Both outlive the run.
    RetryRun(const RetryTerms& terms, const RetryTools& tools);

    /// The next attempt; waits before it where it has to. Nothing: the action is over.
    [[nodiscard]] std::optional<AttemptCall> next();
    void ended(const AttemptOutcome& outcome);
    [[nodiscard]] const RetryReport& report() const { return m_report; }

private:
    void end(RetryEnding ending) { m_report.state.ending = ending; }
    void pause(Duration wait);

    const RetryTerms& m_terms;
    const RetryTools& m_tools;
    RetryReport m_report;
    std::int32_t m_started{0};
};

/// Calls `work(const AttemptCall&)`, which returns Tried<Value>, until it succeeds or the rules of stepRetry() end it;
/// at most terms.options.maxAttempts times. Blocks in tools.waiter while it waits; what `work` throws passes through.
///
/// A breaker goes around it, never inside (callBehind() in behind_breaker.h). A bulkhead's permit belongs to `work`,
/// taken anew by each attempt and moved into whatever really does the work: an attempt that is reported as timed out
/// while its work goes on keeps its permit until that has ended, and nothing here lets go of it earlier.
template <class Work> [[nodiscard]] auto retry(const RetryTerms& terms, const RetryTools& tools, Work&& work)
{
    using Value = typename decltype(work(AttemptCall{}).value)::value_type;
    RetryRun run(terms, tools);
    Retried<Value> result;
    while (const auto call = run.next()) {
        auto tried = work(*call);
        if (!tried.outcome.failure && !tried.outcome.refusal)
            result.value = std::move(tried.value);
        run.ended(tried.outcome);
    }
    result.report = run.report();
    return result;
}

} // namespace rungwatch
