// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/command.h"
#include "rungwatch/health/health_level.h"

#include <set>

/// \file
/// What an incident is. Found: from when the fleet is worse than HEALTHY until it has been HEALTHY for a hold. UNKNOWN
/// neither begins one (nothing is known to be wrong) nor ends one (nothing is known to be right).
///
/// By hand: from when a person says that it began until a person says that it is over, whatever the fleet's level:
/// people know of what no telemetry tells. What was found meanwhile, or goes on while it is declared, is the same
/// incident, from the earlier of the two beginnings. A person can't end what still shows: where the fleet is not
/// HEALTHY and was found worse, the incident goes on as a found one, and is over as those are.

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

/// What a person said of an incident.
struct IncidentByHand {
    std::string by;
    std::string title;
    WallTime declaredAt;
    /// Absent while it is declared.
    std::optional<WallTime> endedAt;
    std::string endedBy;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("by", self.by);
        visit("title", self.title);
        visit("declared_at", self.declaredAt);
        visit("ended_at", self.endedAt);
        visit("ended_by", self.endedBy);
    }
};

struct Incident {
    /// The event that made the fleet worse than HEALTHY, or declared the incident, and the last that belongs to it.
    std::uint64_t firstSeq{0};
    std::uint64_t lastSeq{0};
    WallTime from;
    /// When the fleet became HEALTHY, not when the hold was over, or when a person ended it; absent while it goes on.
    std::optional<WallTime> to;
    /// Whether the hold has passed since, or a person's word was enough.
    bool over{false};
    /// The events do not begin with the first, and the fleet was worse than HEALTHY already: it began earlier than
    /// `from`.
    bool beganBefore{false};
    /// Absent where no person declared it.
    std::optional<IncidentByHand> byHand;
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
    /// When the oldest of what was out of order at its beginning went wrong, or when a person says that it began.
    WallTime firstSign;
    /// When the fleet became worse than HEALTHY, or it was declared: what came first.
    WallTime detectedAt;

    /// Whether it lasts until a person ends it.
    [[nodiscard]] bool isDeclared() const { return byHand && !byHand->endedAt; }
    [[nodiscard]] Duration timeToDetect() const { return detectedAt - firstSign; }
    /// Absent where nobody acted.
    [[nodiscard]] std::optional<Duration> timeToAct() const;
    /// Absent while it goes on.
    [[nodiscard]] std::optional<Duration> timeToRecover() const;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("first_seq", self.firstSeq);
        visit("last_seq", self.lastSeq);
        visit("from", self.from);
        visit("to", self.to);
        visit("over", self.over);
        visit("began_before", self.beganBefore);
        visit("by_hand", self.byHand);
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
        visit("detected_at", self.detectedAt);
    }
};

} // namespace rungwatch::fleet
