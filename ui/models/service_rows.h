// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/service_standing.h"

#include <QStringList>

namespace rungwatch {

/// One service in words, made only for the rows that are seen.
struct ServiceRow {
    /// As events call it; fit for one line.
    QString name;
    Mark mark;
    /// "UNAVAILABLE"; for a healthy service with bad data "LATE".
    QString word;
    bool critical{false};
    bool abnormal{false};
    /// What is shown is what was last known: hatched, without colour.
    bool stale{false};
    /// "unreachable: refused", "db UNAVAILABLE · 503", "health: bad-json, expected a value"; the longest wording first.
    QString why;
    /// How long the level is so: "41 s".
    QString since;
    fleet::Freshness freshness{fleet::Freshness::Unknown};
    /// Of its oldest source: "0.6 s", "never".
    QString age;
    /// The console's own breaker, where it is not closed: "OPEN, next 4.2 s".
    Mark breaker;
    QString breakerWord;

    bool operator==(const ServiceRow&) const = default;
};
/// `standing` is the service's, of the same snapshot.
[[nodiscard]] ServiceRow serviceRow(
    const fleet::FleetState& state, std::size_t service, const ServiceStanding& standing, const Moment& now);

/// Services that stand together in the field of all services: those with the same first tag.
struct ServiceGroup {
    /// Empty where the fleet file has no tags.
    QString title;
    std::vector<std::size_t> services;

    bool operator==(const ServiceGroup&) const = default;
};
/// In the order of the fleet file: a service's place never changes while the file doesn't.
[[nodiscard]] std::vector<ServiceGroup> serviceGroups(const fleet::Policy& policy);

/// How many stand how: what the head of the list says. They add up to all.
struct ServiceCounts {
    std::size_t total{0};
    std::size_t unavailable{0};
    std::size_t critical{0};
    std::size_t unknown{0};
    std::size_t degraded{0};
    /// Healthy by its last word, but late or in trouble.
    std::size_t lateHealthy{0};
    std::size_t healthy{0};

    [[nodiscard]] std::size_t abnormal() const { return total - healthy; }
    bool operator==(const ServiceCounts&) const = default;
};
[[nodiscard]] ServiceCounts countsOf(const std::vector<ServiceStanding>& standings);

} // namespace rungwatch
