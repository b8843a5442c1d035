// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/lab/breaker_recording.h"

#include <map>
#include <set>

/// \file
/// What a journal tells of features: interval by interval, what was measured of the primary, in which mode the feature
/// was and who served its requests. The ground that a what-if stands on.

namespace rungwatch::lab {

/// One closed interval of one feature.
struct RecordedInterval {
    /// Of the service's lives, 0 being the first: a restart begins its numbers anew.
    std::uint64_t life{0};
    std::uint64_t n{0};
    /// When it was from and to, on the console's calendar; it ended when the console heard of it.
    WallTime from;
    WallTime to;
    /// In force during it; absent where it changed unseen.
    std::optional<Mode> mode;
    ModeController::Observation seen;
    /// By the service's own clock.
    Duration length{std::chrono::minutes{1}};
    std::map<std::string, std::int64_t> served;
    /// Limits of the service's capacities as they were read with it, by name.
    std::map<std::string, std::int64_t> limits;
};

struct RecordedFeature {
    std::string name;
    std::string service;
    /// Of the fleet file where it names the feature.
    std::int64_t criticality{3};
    bool required{false};
    std::vector<RungReading> ladder;
    /// What its own controller went by, as last read; what the service does not say is the fleet file's.
    ModeController::Options controller;
    /// Rungs of the ladder that were asked nothing as recorded: another policy may allow them.
    std::set<std::string> off;
    /// Share of what reaches a rung that it serves, where it is known and need not be estimated: of a script.
    std::map<std::string, Percent> coverage;
    std::vector<RecordedInterval> intervals;
};

struct Recording {
    /// By service, then name.
    std::vector<RecordedFeature> features;
    /// The console's own, around its polls.
    BreakerRecording breakers;
    WallTime from;
    WallTime to;
    /// Of the small model's decisions on required outcomes, how many are wrong; known of a script only.
    std::optional<Percent> smallModelWrong;
};

/// Gathers a recording from a journal's events, each with the state after it.
class Recorder {
public:
    void add(const fleet::Event& event, const fleet::FleetState& after);
    [[nodiscard]] Recording take();

private:
    void close(const fleet::IntervalClosed& closed, const fleet::Event& event, const fleet::FleetState& after);

    std::map<std::pair<std::string, std::string>, RecordedFeature> m_features;
    std::map<std::string, std::uint64_t> m_lives;
    BreakerRecorder m_breakers;
    std::optional<WallTime> m_from;
    WallTime m_to;
};

} // namespace rungwatch::lab
