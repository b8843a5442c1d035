// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/command.h"
#include "rungwatch/health/health_level.h"

#include <set>

/// \file
/// What an incident is: from when the fleet is worse than HEALTHY until it has been HEALTHY for a hold. UNKNOWN neither
/// begins one (nothing is known to be wrong) nor ends one (nothing is known to be right).

namespace rungwatch::fleet {

/// What an operator had the console do while it went on.
struct IncidentAction {
    WallTime at;
    std::string by;
    Action action{Action::Kill};
    std::string target;
    std::string reason;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("at", self.at);
        visit("by", self.by);
        visit("action", self.action);
        visit("target", self.target);
        visit("reason", self.reason);
    }
};

struct Incident {
    /// The event that made the fleet worse than HEALTHY, and the last that belongs to it.
    std::uint64_t firstSeq{0};
    std::uint64_t lastSeq{0};
    WallTime from;
    /// When the fleet became HEALTHY, not when the hold was over; absent while it is not.
    std::optional<WallTime> to;
    /// Whether the hold has passed since.
    bool over{false};
    HealthLevel worst{HealthLevel::Unknown};
    /// Why the fleet was at its worst, as last said while it was.
    std::string why;
    /// What was out of order in it: services not HEALTHY, features off their first rung, breakers that opened
    /// ("own:SERVICE/SOURCE", "SERVICE/NAME").
    std::set<std::string> services;
    std::set<std::string> features;
    std::set<std::string> breakers;
    /// Answers of the intervals that closed in it: by another rung than the feature's first, and all.
    std::uint64_t degradedAnswers{0};
    std::uint64_t answers{0};
    std::vector<IncidentAction> actions;
    std::uint64_t notes{0};
    /// When the oldest of what was out of order at its beginning went wrong.
    WallTime firstSign;

    [[nodiscard]] Duration timeToDetect() const { return from - firstSign; }
    /// Absent where nobody acted.
    [[nodiscard]] std::optional<Duration> timeToAct() const;
    /// Absent while the fleet is not HEALTHY.
    [[nodiscard]] std::optional<Duration> timeToRecover() const;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("first_seq", self.firstSeq);
        visit("last_seq", self.lastSeq);
        visit("from", self.from);
        visit("to", self.to);
        visit("over", self.over);
        visit("worst", self.worst);
        visit("why", self.why);
        visit("services", self.services);
        visit("features", self.features);
        visit("breakers", self.breakers);
        visit("degraded_answers", self.degradedAnswers);
        visit("answers", self.answers);
        visit("actions", self.actions);
        visit("notes", self.notes);
        visit("first_sign", self.firstSign);
    }
};

} // namespace rungwatch::fleet
