// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_caller.h"
#include "app/bookstore/scaled_clock.h"
#include "rungwatch/ladder/rung_binding.h"
#include "rungwatch/retry/retry.h"

namespace rungwatch::bookstore {

// What the store does when a model's call fails. A customer waits, so the next rung is tried sooner than the same one
// again:
// - A call to a model is not safe to repeat (it costs, and may decide a refund), so nothing that may have reached it is
//   called again in the request. A connection that was never made is, once, after half a second at most. Canaries and
//   probes measure one call and never repeat it.
// - A limit (429) with a Retry-After of up to a minute is a minute's capacity: its share comes back by itself, so the
//   request goes on down the ladder at once, the next one asks again, and the rung does not rest. Every call that found
//   it spent is counted as overflow.
// - A limit that says no time, or a longer one, is an allowance that is spent: no retry, and the feature's rung rests
//   for that long (15 min where it does not say).

/// A limit up to this is a minute's capacity.
constexpr Duration capacityReturns = std::chrono::minutes(1);

/// How one call ended, with what the provider asked for.
struct ModelCall {
    /// 429_quota_spent for an allowance that is spent. Absent: it answered.
    std::optional<FailureClass> failure;
    std::optional<Duration> retryAfter;
    std::string body;
};

/// `now`: the wall time that a Retry-After with a date counts from.
[[nodiscard]] ModelCall judged(CallEnd end, WallTime now);
/// As retry() wants to know it: a limit is never waited for, not even where it is over in a moment.
[[nodiscard]] AttemptOutcome outcomeOf(const ModelCall& call);
[[nodiscard]] RetryOptions retriesOf(Purpose purpose);
/// What the rung says of the whole action.
[[nodiscard]] RungAnswer rungAnswerOf(const Retried<std::string>& done);

/// Waits in the store's time. For one action.
class ScaledWaiter final : public Waiter {
public:
    /// `clock` outlives this.
    ScaledWaiter(const ScaledClock& clock, std::stop_token token)
        : m_clock(clock)
        , m_waiter(std::move(token))
    {
    }

    [[nodiscard]] bool cancelled() const override { return m_waiter.cancelled(); }
    [[nodiscard]] bool wait(Duration duration) override { return m_waiter.wait(m_clock.real(duration)); }

private:
    const ScaledClock& m_clock;
    StopWaiter m_waiter;
};

} // namespace rungwatch::bookstore
