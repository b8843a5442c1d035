// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/base/fields.h"
#include "rungwatch/base/result.h"

namespace rungwatch::breaker {

using namespace std::chrono_literals;

enum class WindowKind { Consecutive, Count, Time };
constexpr std::array<std::string_view, 3> enumNames(WindowKind)
{
    return {"consecutive", "count", "time"};
}

/// What a breaker is set to. Thresholds are reached at >=; limits on time are over at >=; slow is strictly slower.
struct Options {
    /// Consecutive: failures in a row. Count: over the last `windowSize` calls. Time: over calls younger than
    /// `windowLength`.
    WindowKind window{WindowKind::Consecutive};
    /// Calls; 1 to 100,000. Count windows; for Consecutive the calls that a rate is shown over.
    std::uint32_t windowSize{100};
    /// Inside while age < length; 1 ms to 24 h. Time windows only.
    Duration windowLength{60s};
    /// Failures that open it: in a row (Consecutive), or inside the window where no failureRate is set. >= 1.
    std::uint32_t failureThreshold{5};
    /// Share of the window's calls that opens it, (0, 100]; absent: failureThreshold counts instead. Count and time
    /// windows only, as the slow rate.
    std::optional<Percent> failureRate;
    /// Share of slow calls that opens it, (0, 100]; absent: slowness opens nothing.
    std::optional<Percent> slowRate;
    /// A call is slow when it took strictly longer. > 0.
    Duration slowCall{10s};
    /// Below this many calls in the window no rate is known and nothing trips. >= 1; at most windowSize, and for
    /// Consecutive, where the run alone decides, at most failureThreshold.
    std::uint32_t minCalls{1};
    /// From opening to half-open; over when elapsed >= cooldown. 1 ms to 30 days.
    Duration cooldown{30s};
    /// Lengthens each cooldown by up to this share, drawn once per opening; 0 to 100. Never shortens it.
    Percent cooldownSpread{0};
    /// Probes in flight at a time while half-open. >= 1.
    std::uint32_t halfOpenPermits{1};
    /// Successful probes that close it; the first failed one opens it again. >= 1.
    std::uint32_t closeAfter{1};
    /// A probe that has not ended by then has failed. > 0.
    Duration probeTimeout{60s};
    /// The longest stay in half-open, idle or not, before it opens again. > 0.
    Duration maxHalfOpen{5min};
    /// Classes that say nothing about this dependency's health: neither success nor failure, in every phase. On top of
    /// what verdict.h ignores.
    std::vector<FailureClass> ignore;

    bool operator==(const Options&) const = default;

    /// The first setting out of its range, by its fleet-file name.
    [[nodiscard]] std::optional<Error> fault() const;

    // The table of "Graceful Degradation When APIs Fail" (failures in a window, cooldown; its call timeouts of 5, 30
    // and 120 s are the caller's).
    [[nodiscard]] static Options lowLatencyUi();
    [[nodiscard]] static Options batch();
    [[nodiscard]] static Options background();

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("window_kind", self.window);
        visit("window_size", self.windowSize);
        visit("window_s", self.windowLength);
        visit("failure_threshold", self.failureThreshold);
        visit("failure_rate_pct", self.failureRate);
        visit("slow_rate_pct", self.slowRate);
        visit("slow_s", self.slowCall);
        visit("min_calls", self.minCalls);
        visit("cooldown_s", self.cooldown);
        visit("cooldown_spread_pct", self.cooldownSpread);
        visit("half_open_permits", self.halfOpenPermits);
        visit("close_after", self.closeAfter);
        visit("probe_timeout_s", self.probeTimeout);
        visit("max_half_open_s", self.maxHalfOpen);
        visit("ignore", self.ignore);
    }
};

} // namespace rungwatch::breaker
