// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/deciding.h"

namespace rungwatch::fleet {

/// Two readings of one service's telemetry, one after the other.
struct Reported {
    const std::string& service;
    /// Null before the first.
    const Reading* before;
    const Reading& now;
    /// Console time between the two; absent where it is not known.
    std::optional<Duration> apart;
    /// The newest numbered event that was read before; 0 where none was, or where a restart began the numbers anew.
    std::uint64_t seqBefore{0};
    bool restarted{false};
};

// reported_breakers.cpp
void decideReportedBreakers(Deciding& deciding, const Reported& reported);
/// For a source that numbers nothing: what is another between two readings of one endpoint. Short spells between them
/// are not seen. Of a breaker that several sources tell of, only the one whose word counts makes an event.
void decideSampledBreakers(Deciding& deciding, std::size_t endpoint, const Reading& before, const Reading& now);

// reported_traffic.cpp
/// Ends the spans of counted features that have their length.
void decideTraffic(Deciding& deciding, const PollRound& round);

// reported_features.cpp
void decideReportedFeature(Deciding& deciding, const Reported& reported, const FeatureReading& feature);

template <class Part> [[nodiscard]] const Part* partOf(const std::vector<Part>& parts, const std::string& name)
{
    for (const auto& part : parts)
        if (part.name == name)
            return &part;
    return nullptr;
}

} // namespace rungwatch::fleet
