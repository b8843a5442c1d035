// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/lab/breaker_what_if.h"
#include "rungwatch/lab/recording.h"

/// \file
/// A recorded incident decided again under another policy. The signals are the recording's, whatever was decided: the
/// primary was measured all along, by customers or by canaries. Where the other policy would have asked a rung that
/// nobody asked, the answers are the outage hour's model (interval_walk.h) and marked as estimated.

namespace rungwatch::lab {

/// What is changed of a mode controller; the rest is as recorded.
struct ControllerChange {
    std::optional<Percent> maxError;
    /// Holding nothing: the latency is no signal.
    std::optional<std::optional<Duration>> maxP95;
    std::optional<std::uint32_t> hold;
    std::optional<std::uint64_t> minRequests;
};

/// A feature off its model rungs during these intervals, both included, of every life of its service; or in every
/// interval that reaches into a span of time.
struct KillChange {
    std::string feature;
    std::uint64_t first{0};
    std::uint64_t last{0};
    std::optional<WallSpan> during;
};

struct Changes {
    /// By feature.
    std::map<std::string, ControllerChange> controllers;
    std::vector<KillChange> kills;
    /// Rungs of which a feature asks nothing: forbidden, or not drilled and therefore failing. (feature, rung)
    std::set<std::pair<std::string, std::string>> rungsOff;
    /// Rungs that were off as recorded and are asked: forbidden no longer. (feature, rung)
    std::set<std::pair<std::string, std::string>> rungsOn;
    /// Requests an interval, by the capacity's name.
    std::map<std::string, std::int64_t> limits;
    /// Of the console's own breakers, by service.
    BreakerChanges breakers;
};

/// One change as a person writes it; for every feature where none is named:
/// `hold=1`, `recommendations.hold=1`, `max_error_pct=30`, `max_p95_s=5`, `latency_trigger=false`, `min_requests=20`,
/// `recommendations.kill=11-47` (intervals) or `=14:05..14:32` (UTC, also with seconds or as RFC 3339),
/// `refund_eligibility.forbid=small_model`, `allow=small_model`, `undrilled=small_model`, `secondary.limit=50`, and of
/// the console's own breakers `store.cooldown_s=5` and the other names of setBreakerChange(), for every service where
/// none is named. An error for an unknown name or a value out of range; `where` is the key.
[[nodiscard]] std::optional<Error> setChange(Changes& changes, const Recording& recording, std::string_view assignment);

/// What another fleet file would have said of the recorded features: their mode controllers, and forbidden kinds that
/// served; and of the services that it names: their breakers. What it does not name stays.
[[nodiscard]] Changes changesOf(const Recording& recording, const fleet::Policy& policy);

struct LaneInterval {
    std::uint64_t life{0};
    std::uint64_t n{0};
    WallTime from;
    WallTime to;
    std::optional<Mode> mode;
    std::map<std::string, std::int64_t> served;
    /// Modelled, not recorded.
    bool estimated{false};
    /// Of the service's own clock.
    Duration length{0};
    /// The primary's p95 was at or over the recorded limit.
    bool slow{false};
};
using Lane = std::vector<LaneInterval>;

struct WhatIfFeature {
    std::string name;
    std::string service;
    bool required{false};
    std::vector<RungReading> ladder;
    /// See Recording.
    std::optional<Percent> smallModelWrong;
    Lane recorded;
    Lane otherwise;
};

/// Without changes both lanes of every feature are equal.
[[nodiscard]] std::vector<WhatIfFeature> decideAgain(const Recording& recording, const Changes& changes);

/// A lane in numbers. Intervals whose mode is not known count as no switch.
struct LaneFigures {
    std::vector<std::uint64_t> trips;
    std::vector<std::uint64_t> returns;
    std::int64_t switches{0};
    std::int64_t degradedIntervals{0};
    /// By the service's own clock.
    Duration degradedFor{0};
    /// In primary mode though the primary's p95 was at or over the recorded limit.
    std::int64_t slowPrimaryIntervals{0};
    std::int64_t estimatedIntervals{0};
    std::map<std::string, std::int64_t> served;
    /// Of `served`: without an answer, those that a person's queue took included.
    std::int64_t unavailable{0};
    std::int64_t queued{0};
    /// Required outcomes that the small model decided: what may have been decided wrongly.
    std::int64_t requiredOnSmallModel{0};
    /// Of those, the wrong ones; known of a script only.
    std::optional<std::int64_t> wrongDecisions;

    bool operator==(const LaneFigures&) const = default;
};
[[nodiscard]] LaneFigures figuresOf(const Lane& lane, const WhatIfFeature& feature);
/// Of all features: requests added up, of trips, switches and time the feature's that has the most switches, then the
/// most time degraded.
[[nodiscard]] LaneFigures totalOf(const std::vector<WhatIfFeature>& features, Lane WhatIfFeature::*lane);

} // namespace rungwatch::lab
