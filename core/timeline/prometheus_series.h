// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/located_json.h"
#include "rungwatch/formats/reading_parts.h"
#include "rungwatch/timeline/foreign_timeline.h"

namespace rungwatch::timeline {

/// What a series of a range query is taken for, by its name and labels.
enum class SeriesRole {
    /// Whether a target answered its scrape.
    Up,
    /// A counter of answers by rung: it has a label `rung` or `served_by`.
    Rung,
    /// A 95th percentile: `quantile="0.95"`, or `p95` in its name. In seconds, or milliseconds where the name says so.
    Latency,
    /// A share of errors of a feature: `error` and `pct`, `percent` or `ratio` in its name.
    Errors,
    /// A breaker or component by the names of a library or proxy that is known (metrics_profiles.h).
    Profile,
    None
};

struct Series {
    std::string name;
    std::map<std::string, std::string> labels;
    std::string where;
    SeriesRole role{SeriesRole::None};
    /// Of its label `job`, else `service`.
    std::string service;
    std::map<WallTime, double> points;

    [[nodiscard]] std::string label(const std::string& key) const;
    /// Nothing where there is no value then, or none that is a number.
    [[nodiscard]] std::optional<double> valueAt(WallTime at) const;
    [[nodiscard]] Sample sampleAt(WallTime at) const;
    /// "name{job=..., ...}", as Prometheus writes it.
    [[nodiscard]] std::string shown() const;
};

/// The series of a matrix that have a role; the others, and points that can't be read, go to `timeline.unplaced`.
[[nodiscard]] Result<std::vector<Series>> seriesOf(const JsonValue& root, ForeignTimeline& timeline);

} // namespace rungwatch::timeline
