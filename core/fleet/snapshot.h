// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

namespace rungwatch::fleet {

/// What a view may look at: immutable, shared, thread-safe to read. Reading computes what the time makes of it and
/// changes nothing.
struct Snapshot {
    FleetState state;
    /// Every event up to here is on disk; what is newer may still be lost.
    std::uint64_t durableSeq{0};
    /// When it was taken. Views count ages from the `now` they pass, not from here.
    Moment at;
    /// Whether events are being written down at all.
    bool recorded{false};
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// Age of the last good reading; absent where it is not known. Never negative.
[[nodiscard]] std::optional<Duration> ageAt(const EndpointState& endpoint, SteadyTime now);
/// What the time makes of a reading, though no tick came yet.
[[nodiscard]] Freshness freshnessAt(const EndpointState& endpoint, const SourcePolicy& source, SteadyTime now);

/// The source that a feature's or a reported breaker's values come from: the service's telemetry endpoint.
[[nodiscard]] std::optional<std::size_t> telemetryOf(const FleetState& state, std::string_view service);
[[nodiscard]] const FeatureReading* featureReading(const FleetState& state, std::string_view feature);
/// `address` is SERVICE/NAME.
[[nodiscard]] const BreakerReading* breakerReading(const FleetState& state, std::string_view address);

/// What users got in the last full interval, over all features with a known one. Requests by rung kind's group.
struct ServiceShare {
    std::uint64_t full{0};
    std::uint64_t otherModel{0};
    std::uint64_t cacheAndRules{0};
    std::uint64_t none{0};
    [[nodiscard]] std::uint64_t total() const { return full + otherModel + cacheAndRules + none; }
};
[[nodiscard]] ServiceShare serviceShare(const FleetState& state);

} // namespace rungwatch::fleet
