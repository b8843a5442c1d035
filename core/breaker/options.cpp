// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/options.h"

namespace rungwatch::breaker {

namespace {

Options preset(std::uint32_t failures, Duration window, Duration cooldown)
{
    Options options;
    options.window = WindowKind::Time;
    options.windowLength = window;
    options.failureThreshold = failures;
    options.cooldown = cooldown;
    return options;
}

bool isShare(const std::optional<Percent>& share)
{
    return !share || (share->milli > 0 && share->milli <= 100'000);
}

} // namespace

Options Options::lowLatencyUi()
{
    return preset(3, 30s, 15s);
}
Options Options::batch()
{
    return preset(10, 5min, 60s);
}
Options Options::background()
{
    return preset(20, 15min, 5min);
}

std::optional<Error> Options::fault() const
{
    const auto wrong = [](const char* name, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, name};
    };
    if (windowSize < 1 || windowSize > 100'000)
        return wrong("size", "1 to 100000 calls");
    if (windowLength < 1ms || windowLength > 24h)
        return wrong("seconds", "0.001 to 86400 seconds");
    if (failureThreshold < 1)
        return wrong("failure_threshold", "at least 1");
    if (!isShare(failureRate))
        return wrong("failure_rate_pct", "more than 0 and at most 100");
    if (!isShare(slowRate))
        return wrong("slow_rate_pct", "more than 0 and at most 100");
    if (window == WindowKind::Consecutive && failureRate)
        return wrong("failure_rate_pct", "a window of kind count or time for a rate");
    if (window == WindowKind::Consecutive && slowRate)
        return wrong("slow_rate_pct", "a window of kind count or time for a rate");
    if (slowCall <= 0ns)
        return wrong("slow_ms", "more than 0");
    if (minCalls < 1 || (window != WindowKind::Time && minCalls > windowSize))
        return wrong("min_calls", "at least 1 and at most the window's size");
    if (window == WindowKind::Consecutive && minCalls > failureThreshold)
        return wrong("min_calls", "at most failure_threshold where failures in a row are counted");
    if (cooldown < 1ms || cooldown > 24h * 30)
        return wrong("cooldown_s", "0.001 seconds to 30 days");
    if (cooldownSpread.milli < 0 || cooldownSpread.milli > 100'000)
        return wrong("cooldown_spread_pct", "0 to 100");
    if (halfOpenPermits < 1)
        return wrong("half_open_permits", "at least 1");
    if (closeAfter < 1)
        return wrong("close_after", "at least 1");
    if (probeTimeout <= 0ns)
        return wrong("probe_timeout_s", "more than 0");
    if (maxHalfOpen <= 0ns)
        return wrong("max_half_open_s", "more than 0");
    return std::nullopt;
}

} // namespace rungwatch::breaker
