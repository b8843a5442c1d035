// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/health/health_level.h"

/// \file
/// What follows from the levels of the parts for the whole. In all of it only healthy counts as healthy.

namespace rungwatch {

enum class CheckStatus { Healthy, Unhealthy, TimedOut, NotChecked };
constexpr std::array<std::string_view, 4> enumNames(CheckStatus)
{
    return {"healthy", "unhealthy", "timed_out", "not_checked"};
}

/// A dependency as its service sees it. Anything but healthy is down.
struct Check {
    std::string name;
    CheckStatus status{CheckStatus::NotChecked};
    bool critical{false};
    Duration latency{0};
    /// Plain text; empty: none.
    std::string error;
    /// Of the reading that this is; absent: not known, and then not told.
    std::optional<Duration> age{};

    [[nodiscard]] bool healthy() const { return status == CheckStatus::Healthy; }
};

/// A service's own level (seed 0): every critical check down: unavailable; some: critical; only optional ones:
/// degraded; none: healthy. So no checks at all are healthy (seed 0 and FORMATS 4.1: nothing is depended on, nothing is
/// down).
[[nodiscard]] HealthLevel rollUp(const std::vector<Check>& checks);

/// A service as the fleet sees it.
struct FleetEntry {
    std::string name;
    HealthLevel level{HealthLevel::Unknown};
    bool critical{false};
};

struct FleetLevel {
    HealthLevel level{HealthLevel::Unknown};
    /// One short line: who makes it so ("store unavailable", "2 features off their first rung"). Empty when healthy.
    std::string why;
};

/// The fleet's level (DESIGN, "Levels"). Of the critical services: all unavailable: unavailable; some unavailable, or
/// any critical: critical; any unknown: unknown; any degraded: degraded. An optional one that is not healthy, whatever
/// it is, and a feature off its first rung make it degraded at least. Without any critical service the optional ones
/// can make it no worse than degraded. No services: unknown.
[[nodiscard]] FleetLevel fleetLevel(const std::vector<FleetEntry>& services, std::size_t featuresOffFirstRung);

} // namespace rungwatch
