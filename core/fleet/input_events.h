// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/breaker/step.h"
#include "rungwatch/fleet/command.h"
#include "rungwatch/fleet/transport.h"
#include "rungwatch/formats/reading.h"

/// \file
/// What comes in, as values. What was decided because of it: fact_events.h.

namespace rungwatch::fleet {

/// How one poll ended. Exactly one of: an answer that was read (`reading` or `unchanged`), an answer that could not be
/// read (`errorCode`), no answer (`transport` is not None).
struct PollResult {
    /// Index into endpointsOf(policy).
    std::uint32_t endpoint{0};
    breaker::PermitId permit;
    /// When the answer was complete, by the console's steady clock.
    SteadyTime obtainedAt;
    Duration latency{0};
    int status{0};
    std::uint64_t bytes{0};
    Transport transport{Transport::None};
    /// FORMATS 2.6: "bad-json", "too-large"; empty where the answer was read.
    std::string errorCode;
    /// Plain text: the place in the body, or the transport's own words.
    std::string errorDetail;
    /// The same bytes as the last good answer of this endpoint: its reading still holds and is not repeated here.
    bool unchanged{false};
    std::optional<Shared<Reading>> reading;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("endpoint", self.endpoint);
        visit("permit", self.permit);
        visit("obtained_at", self.obtainedAt);
        visit("latency_s", self.latency);
        visit("status", self.status);
        visit("bytes", self.bytes);
        visit("transport", self.transport);
        visit("error", self.errorCode);
        visit("detail", self.errorDetail);
        visit("unchanged", self.unchanged);
        visit("reading", self.reading);
    }
};

/// A console began to watch. Steady times never cross it: ages from before are computed from wall time, or unknown.
struct SessionStarted {
    std::string policyText;
    std::uint64_t seed{0};
    std::string bootId;
    std::string program;
    std::string operatorName;

    static constexpr std::string_view kind{"session_started"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("policy", self.policyText);
        visit("seed", self.seed);
        visit("boot_id", self.bootId);
        visit("program", self.program);
        visit("operator", self.operatorName);
    }
};

/// The fleet file was read again.
struct PolicyChanged {
    std::string policyText;

    static constexpr std::string_view kind{"policy_changed"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("policy", self.policyText);
    }
};

/// The wall clock was set: it moved by more than the steady clock did. Changes no decision.
struct ClockJump {
    Duration by{0};

    static constexpr std::string_view kind{"clock_jump"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("by_s", self.by); }
};

/// The machine slept: the age of everything obtained before counts the time slept.
struct Suspended {
    Duration asleep{0};

    static constexpr std::string_view kind{"suspended"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("asleep_s", self.asleep); }
};

/// Observations were dropped because a queue was full.
struct QueueDropped {
    std::uint64_t count{0};

    static constexpr std::string_view kind{"queue_dropped"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("count", self.count); }
};

/// Time came to what decide() had asked to be woken for.
struct Tick {
    static constexpr std::string_view kind{"tick"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self&, Visit&&) { }
};

/// All poll results of one engine tick.
struct PollRound {
    std::vector<PollResult> results;

    static constexpr std::string_view kind{"poll_round"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("results", self.results); }
};

/// An operator asked for something.
struct CommandReceived {
    Command command;

    static constexpr std::string_view kind{"command_received"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("command", self.command); }
};

/// How a control call at a service ended.
struct EffectResult {
    std::string commandId;
    int status{0};
    Transport transport{Transport::None};
    std::string cause;
    std::string outcome;
    std::string state;
    std::optional<Duration> retryIn;
    Duration latency{0};

    static constexpr std::string_view kind{"effect_result"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("command_id", self.commandId);
        visit("status", self.status);
        visit("transport", self.transport);
        visit("cause", self.cause);
        visit("outcome", self.outcome);
        visit("state", self.state);
        visit("retry_in_s", self.retryIn);
        visit("latency_s", self.latency);
    }
};

/// A person's remark on what happens, for the record. Changes nothing.
struct NoteTaken {
    std::string by;
    /// Plain text, one line.
    std::string text;

    static constexpr std::string_view kind{"note_taken"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("by", self.by);
        visit("text", self.text);
    }
};

/// A person says that an incident is on. One that was found by itself meanwhile becomes this one. Changes no decision.
struct IncidentDeclared {
    std::string by;
    /// Plain text, one line, a name for it: not empty.
    std::string title;
    /// When it began, by what the person knows: not after the event itself.
    WallTime since;

    static constexpr std::string_view kind{"incident_declared"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("by", self.by);
        visit("title", self.title);
        visit("since", self.since);
    }
};

/// A person says that the declared incident is over.
struct IncidentEnded {
    std::string by;

    static constexpr std::string_view kind{"incident_ended"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("by", self.by); }
};

} // namespace rungwatch::fleet
