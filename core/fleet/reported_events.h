// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/formats/reading.h"

/// \file
/// What services are found to have done since they were read before.

namespace rungwatch::fleet {

/// A counter fell or the uptime shrank: the service's counters begin at zero again.
struct ServiceRestarted {
    std::string service;

    static constexpr std::string_view kind{"service_restarted"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("service", self.service); }
};

/// A feature's mode as its service reports it. `interval` is the last closed interval of its controller.
struct ModeChanged {
    std::string service;
    std::string feature;
    std::optional<Mode> from;
    std::optional<Mode> to;
    std::optional<std::uint64_t> interval;
    std::optional<Duration> scenario;

    static constexpr std::string_view kind{"mode_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("feature", self.feature);
        visit("from", self.from);
        visit("to", self.to);
        visit("interval", self.interval);
        visit("scenario_s", self.scenario);
    }
};

/// A feature's interval, once, the first time it is read.
struct IntervalClosed {
    std::string service;
    std::string feature;
    std::optional<Mode> mode;
    IntervalReading interval;

    static constexpr std::string_view kind{"interval_closed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("feature", self.feature);
        visit("mode", self.mode);
        visit("interval", self.interval);
    }
};

/// A breaker of the service's own changed, by its numbered events where it publishes them, else seen between two
/// readings (reportedSeq 0).
struct ReportedBreakerMoved {
    std::string service;
    std::string breaker;
    std::string from;
    std::string to;
    std::string cause;
    std::optional<WallTime> at;
    std::uint64_t reportedSeq{0};

    static constexpr std::string_view kind{"reported_breaker_moved"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("breaker", self.breaker);
        visit("from", self.from);
        visit("to", self.to);
        visit("cause", self.cause);
        visit("at", self.at);
        visit("reported_seq", self.reportedSeq);
    }
};

/// The service's numbered events have a hole: these were never read.
struct ReportedGap {
    std::string service;
    std::uint64_t firstMissing{0};
    std::uint64_t lastMissing{0};

    static constexpr std::string_view kind{"reported_gap"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("first_missing", self.firstMissing);
        visit("last_missing", self.lastMissing);
    }
};

/// A feature's kill switch as its service reports it. `cause`: engaged, revived, expired, restarted.
struct KillSwitchChanged {
    std::string service;
    std::string feature;
    bool engaged{false};
    std::string by;
    std::string reason;
    std::optional<Duration> expiresIn;
    std::string commandId;
    std::string cause;

    static constexpr std::string_view kind{"kill_switch_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("feature", self.feature);
        visit("engaged", self.engaged);
        visit("by", self.by);
        visit("reason", self.reason);
        visit("expires_in_s", self.expiresIn);
        visit("command_id", self.commandId);
        visit("cause", self.cause);
    }
};

/// The rung that a feature should stand on by the fleet file's ladder, from the health and the breakers of its rungs'
/// services: for a feature whose service publishes no ladder. Empty: not known.
struct DerivedRungChanged {
    std::string service;
    std::string feature;
    std::string from;
    std::string to;
    /// What keeps it off the rung above, or why it is not known.
    std::string why;

    static constexpr std::string_view kind{"derived_rung_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("feature", self.feature);
        visit("from", self.from);
        visit("to", self.to);
        visit("why", self.why);
    }
};

} // namespace rungwatch::fleet
