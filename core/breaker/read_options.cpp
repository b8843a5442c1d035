// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/read_options.h"

namespace rungwatch::breaker {

Options readOptions(const JsonValue& value, const std::string& pointer, Faults& faults, Options options)
{
    StrictObject object(value, pointer, faults);
    if (const auto* windowValue = object.object("window", false)) {
        StrictObject window(*windowValue, object.pointerTo("window"), faults);
        options.window = readWord<WindowKind>(window, "kind");
        if (options.window == WindowKind::Count)
            options.windowSize = static_cast<std::uint32_t>(window.whole("size", 1, 100'000, options.windowSize));
        if (options.window == WindowKind::Time)
            options.windowLength = window.seconds("seconds", 1ms, 24h, options.windowLength);
        window.finish();
    }
    const auto count = [&](std::string_view key, std::uint32_t fallback) {
        return static_cast<std::uint32_t>(object.whole(key, 1, 1'000'000, fallback));
    };
    options.failureThreshold = count("failure_threshold", options.failureThreshold);
    if (object.has("failure_threshold") && object.has("failure_rate_pct"))
        object.fault("failure_threshold", "expected one of failure_threshold and failure_rate_pct, found both");
    if (object.has("failure_rate_pct"))
        options.failureRate = object.percent("failure_rate_pct");
    if (object.has("slow_rate_pct"))
        options.slowRate = object.percent("slow_rate_pct");
    options.slowCall =
        fromSeconds(object.decimal("slow_ms", 0.001, 8.64e7, 6, toSeconds(options.slowCall) * 1000) / 1000);
    options.minCalls = count("min_calls", options.minCalls);
    options.cooldown = object.seconds("cooldown_s", 1ms, 24h * 30, options.cooldown);
    if (object.has("cooldown_spread_pct"))
        options.cooldownSpread = object.percent("cooldown_spread_pct");
    options.halfOpenPermits = count("half_open_permits", options.halfOpenPermits);
    options.closeAfter = count("close_after", options.closeAfter);
    options.probeTimeout = object.seconds("probe_timeout_s", 1ms, 24h, options.probeTimeout);
    options.maxHalfOpen = object.seconds("max_half_open_s", 1ms, 24h * 30, options.maxHalfOpen);
    for (const auto& name : object.texts("ignore")) {
        if (const auto failure = FailureClass::fromName(name))
            options.ignore.push_back(*failure);
        else
            object.fault("ignore", "expected failure classes such as timeout or 404, found \"" + name + "\"");
    }
    object.finish();
    if (const auto fault = options.fault())
        object.fault(fault->where, fault->message);
    return options;
}

} // namespace rungwatch::breaker
