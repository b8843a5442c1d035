// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"

namespace rungwatch {

/// One source of a service as it stands now: what it said last, how old that is, and how its clock runs.
struct ServiceView {
    const fleet::EndpointState* endpoint{nullptr};
    fleet::Freshness freshness{fleet::Freshness::Unknown};
    std::optional<Duration> age;
    /// Seconds of the service's clock in one real second.
    double rate{1};

    /// Nothing that it said may be believed any more.
    [[nodiscard]] bool isStale() const
    {
        return freshness == fleet::Freshness::Stale || freshness == fleet::Freshness::Unknown;
    }
    /// A countdown that it read out, as far as it has run by now, in the service's own clock. Never negative.
    [[nodiscard]] std::optional<Duration> left(std::optional<Duration> atReading) const;
    /// A time since something, likewise grown.
    [[nodiscard]] std::optional<Duration> since(std::optional<Duration> atReading) const;

    /// Of that endpoint; of none: nothing is known.
    [[nodiscard]] static ServiceView ofEndpoint(
        const fleet::FleetState& state, std::optional<std::size_t> endpoint, SteadyTime now);
    /// Of the service's telemetry.
    [[nodiscard]] static ServiceView of(const fleet::FleetState& state, std::string_view service, SteadyTime now);
    /// Of every service in the order of the policy; without an endpoint where a service has no telemetry.
    [[nodiscard]] static std::vector<ServiceView> all(const fleet::FleetState& state, SteadyTime now);
};

} // namespace rungwatch
