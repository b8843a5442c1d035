// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"
#include "ui/models/mark.h"

namespace rungwatch {

/// How one service stands, without a word: cheap enough to be made for thousands a frame. What the time makes of its
/// readings counts, though no tick came yet.
struct ServiceStanding {
    HealthLevel level{HealthLevel::Unknown};
    /// The worst of its sources.
    fleet::Freshness freshness{fleet::Freshness::Unknown};
    /// The last poll of one of its sources did not end well.
    bool troubled{false};
    bool critical{false};
    /// Of the level.
    SteadyTime since;
    /// The first of its sources in endpointsOf(policy), and how many there are.
    std::size_t firstEndpoint{0};
    std::size_t endpoints{0};

    bool operator==(const ServiceStanding&) const = default;
};

/// In the order of the fleet file.
[[nodiscard]] std::vector<ServiceStanding> standingsOf(const fleet::FleetState& state, SteadyTime now);

/// Whether a person has to look: anything but healthy, fresh and without trouble.
[[nodiscard]] bool isAbnormal(const ServiceStanding& standing);

/// The sign that stands for it among all services: its level, or, where that is healthy, what is wrong with its data.
[[nodiscard]] Mark markOf(const ServiceStanding& standing);

/// The services' numbers, worst first: by level, critical ones before others, longest so before newer, then in the
/// order of the fleet file.
[[nodiscard]] std::vector<std::size_t> worstFirst(const std::vector<ServiceStanding>& standings);

} // namespace rungwatch
