// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/capacity_meter.h"
#include "app/bookstore/event_log.h"
#include "app/bookstore/model_calls.h"
#include "app/bookstore/scaled_clock.h"
#include "rungwatch/ladder/rung_binding.h"
#include "rungwatch/retry/retry.h"

#include <atomic>

namespace rungwatch::bookstore {

/// A provider as the store sees it: where it is, the breaker around it, and what was called.
class ModelProvider {
public:
    /// All references outlive this.
    ModelProvider(
        std::string name, std::string url, const breaker::Options& options, const ScaledClock& clock, EventLog& log);

    /// A request's whole action within `limit` of the store's time, as its rung answers it; breaker and permit are the
    /// caller's. What is tried again, and what rests the rung: model_calls.h.
    [[nodiscard]] RungAnswer ask(Purpose purpose, const std::string& feature, Duration limit);
    /// One live call through the breaker: an operator's trial, or the store's own when the cooldown is over. The
    /// outcome is "ok" or a failure class; a refusal has the breaker's word.
    struct ProbeEnd {
        bool admitted{false};
        std::string outcome;
        std::optional<Duration> retryIn;
    };
    ProbeEnd probe(bool forced);
    /// Nothing is tried again from now on.
    void stop() { m_stop.request_stop(); }

    [[nodiscard]] const std::string& name() const { return m_breaker.name(); }
    [[nodiscard]] breaker::Breaker& breaker() { return m_breaker; }
    [[nodiscard]] const breaker::Breaker& breaker() const { return m_breaker; }
    [[nodiscard]] CapacityMeter& capacity() { return m_capacity; }
    [[nodiscard]] const CapacityMeter& capacity() const { return m_capacity; }
    [[nodiscard]] std::uint64_t canaries() const { return m_canaries; }

private:
    [[nodiscard]] ModelCall call(const std::string& purpose, const std::string& feature, Duration timeout);

    std::string m_url;
    const ScaledClock& m_clock;
    breaker::Breaker m_breaker;
    CapacityMeter m_capacity;
    std::atomic<std::uint64_t> m_canaries{0};
    RetryBudget m_budget;
    std::stop_source m_stop;
    std::atomic<std::uint64_t> m_draws{0};
};

} // namespace rungwatch::bookstore
