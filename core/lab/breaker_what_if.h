// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/lab/breaker_recording.h"

#include <functional>
#include <map>

/// \file
/// The console's own breakers decided again under other options. A closed loop: a poll that the other breaker would
/// have let through and the recorded one did not was never asked. It is answered as the nearest recorded one was, and
/// all that follows is estimated until both breakers stand alike again.

namespace rungwatch::lab {

/// What is changed of a breaker's options, on top of the recorded ones.
using BreakerChange = std::function<breaker::Options(breaker::Options)>;
/// By service, in order.
using BreakerChanges = std::map<std::string, std::vector<BreakerChange>>;

struct BreakerLaneMove {
    WallTime at;
    breaker::Phase from{breaker::Phase::Closed};
    breaker::Phase to{breaker::Phase::Closed};
    breaker::Cause cause{breaker::Cause::Threshold};
    bool estimated{false};

    bool operator==(const BreakerLaneMove&) const = default;
};

struct WallSpan {
    WallTime from;
    WallTime to;

    bool operator==(const WallSpan&) const = default;
};

/// A stretch in which a breaker was not closed.
struct BreakerSpan {
    WallSpan span;
    breaker::Phase phase{breaker::Phase::Open};

    bool operator==(const BreakerSpan&) const = default;
};

struct BreakerLane {
    std::vector<BreakerLaneMove> moves;
    std::vector<BreakerSpan> spans;
    /// Where it goes by polls that were never asked.
    std::vector<WallSpan> estimated;
    std::int64_t openings{0};
    /// Half-open not included.
    Duration timeOpen{0};
    /// Slots of the endpoint's polls that passed while it was open.
    std::int64_t refused{0};

    bool operator==(const BreakerLane&) const = default;
};

struct WhatIfBreaker {
    /// "store/health".
    std::string endpoint;
    std::string service;
    BreakerLane recorded;
    BreakerLane otherwise;
};

/// By endpoint. A breaker that no change names is as recorded; one whose change leaves the recorded options is walked
/// all the same, and comes out as recorded.
[[nodiscard]] std::vector<WhatIfBreaker> decideBreakersAgain(
    const BreakerRecording& recording, const BreakerChanges& changes);

/// Whether a fleet file's `breaker` block has such a key.
[[nodiscard]] bool isBreakerKey(std::string_view key);

/// One change by its name in the fleet file, of a service or (empty) of all: `failure_threshold`, `cooldown_s`,
/// `slow_ms`, ...; the window is `consecutive`, `count:20` or `time:30` (seconds). An error where the recorded options
/// with it would be refused in a fleet file; `where` is the key.
[[nodiscard]] std::optional<Error> setBreakerChange(BreakerChanges& changes, const BreakerRecording& recording,
    const std::string& service, const std::string& key, const std::string& value);

[[nodiscard]] breaker::Options changedOptions(const BreakerChanges& changes, const RecordedEndpoint& endpoint);

} // namespace rungwatch::lab
