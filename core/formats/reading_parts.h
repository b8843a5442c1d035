// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

/// \file
/// Parts of a Reading that only some formats have: ages of caches, metrics, streams, alerts. Text that is empty and an
/// optional that is absent mean "not said".

namespace rungwatch {

/// How old what was answered is (FORMATS 10). An age that is absent is unknown, which is never zero.
struct CacheAge {
    std::optional<Duration> age;
    /// What the age was taken from: "body", "Age", "Cache-Status", "Date"; "none" where it is unknown.
    std::string from;
    /// Whether a cache answered.
    std::optional<bool> hit;
    std::optional<bool> fresh;
    std::optional<Duration> maxAge;
    std::optional<Duration> staleIfError;
    std::optional<Duration> staleWhileRevalidate;
    /// Left to live; negative once stale.
    std::optional<Duration> ttl;
    /// The oldest that the producer itself would serve, and whether this one may still be.
    std::optional<Duration> limit;
    std::optional<bool> usable;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("age_s", self.age);
        visit("from", self.from);
        visit("hit", self.hit);
        visit("fresh", self.fresh);
        visit("max_age_s", self.maxAge);
        visit("stale_if_error_s", self.staleIfError);
        visit("stale_while_revalidate_s", self.staleWhileRevalidate);
        visit("ttl_s", self.ttl);
        visit("limit_s", self.limit);
        visit("usable", self.usable);
    }
};

/// One value of one series. NaN means that there is no data, never zero.
struct Sample {
    std::string name;
    std::map<std::string, std::string> labels;
    double value{0};
    /// Where the producer stamped it.
    std::optional<WallTime> at;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("labels", self.labels);
        visit("value", self.value);
        visit("at", self.at);
    }
};

struct MetricsReading {
    /// OpenMetrics: whether the end was there, so that nothing is missing.
    std::optional<bool> eof;
    /// Of a Prometheus API answer: "vector", "matrix", "scalar", "string", "alerts", "targets".
    std::string resultType;
    std::optional<std::uint64_t> series;
    /// Of a matrix, where every series has as many.
    std::optional<std::uint64_t> pointsEach;
    std::vector<std::string> warnings;
    std::vector<Sample> samples;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("eof", self.eof);
        visit("result_type", self.resultType);
        visit("series", self.series);
        visit("points_each", self.pointsEach);
        visit("warnings", self.warnings);
        visit("samples", self.samples);
    }
};

/// Of a stream of events, or a list of them: how many were read, and from when to when.
struct StreamReading {
    std::uint64_t events{0};
    std::optional<std::uint64_t> pings;
    std::vector<std::string> threadPools;
    std::optional<WallTime> firstAt;
    std::optional<WallTime> lastAt;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("events", self.events);
        visit("pings", self.pings);
        visit("threadpools", self.threadPools);
        visit("first_utc", self.firstAt);
        visit("last_utc", self.lastAt);
    }
};

struct AlertReading {
    std::string name;
    std::string state;
    std::string severity;
    std::optional<WallTime> startsAt;
    std::map<std::string, std::string> labels{};
    /// The service that it is about, where the fleet file says by which label; empty: not told.
    std::string service{};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("state", self.state);
        visit("severity", self.severity);
        visit("starts_at", self.startsAt);
        visit("labels", self.labels);
        visit("service", self.service);
    }
};

/// A counter of requests that one rung of a feature served, as the fleet file maps them.
struct ServedCount {
    std::string feature;
    std::string rung;
    /// Tells the series of one rung apart: a hash of their labels.
    std::uint64_t series{0};
    std::uint64_t count{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("feature", self.feature);
        visit("rung", self.rung);
        visit("series", self.series);
        visit("count", self.count);
    }
};

} // namespace rungwatch
