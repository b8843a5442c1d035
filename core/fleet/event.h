// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/breaker/step.h"
#include "rungwatch/fleet/command.h"
#include "rungwatch/fleet/transport.h"
#include "rungwatch/formats/reading.h"

/// \file
/// Everything that happens, as a value. Inputs are what came in; facts are what was decided because of an input. The
/// state is nothing but these applied in order (apply.h). The order of EventBody's alternatives is the wire format:
/// append new kinds at its end.

namespace rungwatch::fleet {

/// Where a source's last good reading stands between new and no longer to be believed (DESIGN).
enum class Freshness { Unknown, Fresh, Late, Stale };
constexpr std::array<std::string_view, 4> enumNames(Freshness)
{
    return {"unknown", "fresh", "late", "stale"};
}

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

struct PollStart {
    std::uint32_t endpoint{0};
    breaker::PermitId permit;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("endpoint", self.endpoint);
        visit("permit", self.permit);
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

/// These endpoints are asked now, each with a permit of the console's own breaker.
struct PollsStarted {
    std::vector<PollStart> polls;

    static constexpr std::string_view kind{"polls_started"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("polls", self.polls); }
};

/// One of the console's own breakers changed its state.
struct BreakerMoved {
    std::string endpoint;
    breaker::Transition transition;

    static constexpr std::string_view kind{"breaker_moved"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("endpoint", self.endpoint);
        visit("transition", self.transition);
    }
};

/// A source's last good reading aged past a limit, or a new one came.
struct FreshnessChanged {
    std::string endpoint;
    Freshness from{Freshness::Unknown};
    Freshness to{Freshness::Unknown};

    static constexpr std::string_view kind{"freshness_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("endpoint", self.endpoint);
        visit("from", self.from);
        visit("to", self.to);
    }
};

/// What is wrong with a source's polls changed; an empty word: nothing any more.
struct TroubleChanged {
    std::string endpoint;
    std::string word;
    std::string detail;

    static constexpr std::string_view kind{"trouble_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("endpoint", self.endpoint);
        visit("word", self.word);
        visit("detail", self.detail);
    }
};

/// A service's level as the console shows it.
struct ServiceLevelChanged {
    std::string service;
    HealthLevel from{HealthLevel::Unknown};
    HealthLevel to{HealthLevel::Unknown};
    std::string why;

    static constexpr std::string_view kind{"service_level_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("from", self.from);
        visit("to", self.to);
        visit("why", self.why);
    }
};

/// The fleet's level.
struct FleetLevelChanged {
    HealthLevel from{HealthLevel::Unknown};
    HealthLevel to{HealthLevel::Unknown};
    std::string why;

    static constexpr std::string_view kind{"fleet_level_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("from", self.from);
        visit("to", self.to);
        visit("why", self.why);
    }
};

/// Everything on more than one host stopped answering within one interval: the console is blind, or no longer.
struct BlindChanged {
    bool blind{false};

    static constexpr std::string_view kind{"blind_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("blind", self.blind); }
};

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

/// A target is taken up for review.
struct SelectionMade {
    Selection selection;

    static constexpr std::string_view kind{"selection_made"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("selection", self.selection);
    }
};

/// The operator is still at it.
struct SelectionTouched {
    std::string id;
    SteadyTime expiresAt;

    static constexpr std::string_view kind{"selection_touched"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("id", self.id);
        visit("expires_at", self.expiresAt);
    }
};

/// `cause`: operated, cancelled, selection_expired, target_changed.
struct SelectionEnded {
    std::string id;
    std::string cause;

    static constexpr std::string_view kind{"selection_ended"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("id", self.id);
        visit("cause", self.cause);
    }
};

/// The console's own guard said no; nothing was sent.
struct CommandRefused {
    Command command;
    Refusal refusal{Refusal::UnknownTarget};
    std::string detail;
    std::optional<Duration> retryIn;

    static constexpr std::string_view kind{"command_refused"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("command", self.command);
        visit("refusal", self.refusal);
        visit("detail", self.detail);
        visit("retry_in_s", self.retryIn);
    }
};

/// The call to the service starts once this is durable.
struct CommandRequested {
    Command command;

    static constexpr std::string_view kind{"command_requested"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("command", self.command); }
};

/// Accepted or refused by the service, effective in its telemetry, or unconfirmed after 10 s.
struct CommandStageChanged {
    std::string commandId;
    Stage stage{Stage::Requested};
    std::optional<Refusal> refusal;
    std::string detail;
    std::string state;
    std::optional<Duration> retryIn;
    Duration waited{0};

    static constexpr std::string_view kind{"command_stage_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("command_id", self.commandId);
        visit("stage", self.stage);
        visit("refusal", self.refusal);
        visit("detail", self.detail);
        visit("state", self.state);
        visit("retry_in_s", self.retryIn);
        visit("waited_s", self.waited);
    }
};

/// Polls whose end never came, long after their timeout: they count as timed out, and a late result as nothing.
struct PollsLost {
    std::vector<PollStart> polls;

    static constexpr std::string_view kind{"polls_lost"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("polls", self.polls); }
};

using EventBody = std::variant<SessionStarted, PolicyChanged, ClockJump, Suspended, QueueDropped, Tick, PollRound,
    CommandReceived, EffectResult, PollsStarted, BreakerMoved, FreshnessChanged, TroubleChanged, ServiceLevelChanged,
    FleetLevelChanged, BlindChanged, ServiceRestarted, ModeChanged, IntervalClosed, ReportedBreakerMoved, ReportedGap,
    KillSwitchChanged, SelectionMade, SelectionTouched, SelectionEnded, CommandRefused, CommandRequested,
    CommandStageChanged, PollsLost>;

struct Event {
    /// Rises by one an event, from 1, across sessions of one journal.
    std::uint64_t seq{0};
    WallTime wall;
    SteadyTime steady;
    /// The input that this fact was decided for; 0 for inputs.
    std::uint64_t causedBy{0};
    EventBody body;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("wall", self.wall);
        visit("steady_s", self.steady);
        visit("caused_by", self.causedBy);
        visit("body", self.body);
    }
};

/// The kind's word: "poll_round".
[[nodiscard]] std::string_view kindOf(const EventBody& body);
[[nodiscard]] bool isInput(const EventBody& body);
/// Whom it is about: an endpoint, a service, a feature, a breaker, a selection's target; empty for none.
[[nodiscard]] std::string subjectOf(const EventBody& body);
/// One line of JSON: seq, at, steady_s, kind, subject, input, caused_by, and the body's fields under "body".
[[nodiscard]] std::string jsonLine(const Event& event);

} // namespace rungwatch::fleet
