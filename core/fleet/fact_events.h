// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/breaker/step.h"
#include "rungwatch/fleet/command.h"
#include "rungwatch/fleet/freshness.h"
#include "rungwatch/formats/reading.h"

/// \file
/// What was decided about the console's own polls and levels, and about commands, because of an input.

namespace rungwatch::fleet {

struct PollStart {
    std::uint32_t endpoint{0};
    breaker::PermitId permit;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("endpoint", self.endpoint);
        visit("permit", self.permit);
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

/// A level stands, for another reason than before: no transition, so `since` stays.
struct LevelReasonChanged {
    /// Empty: the fleet's level.
    std::string service;
    HealthLevel level{HealthLevel::Unknown};
    std::string why;

    static constexpr std::string_view kind{"level_reason_changed"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("service", self.service);
        visit("level", self.level);
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

/// Polls whose end never came, long after their timeout: they count as timed out, and a late result as nothing.
struct PollsLost {
    std::vector<PollStart> polls;

    static constexpr std::string_view kind{"polls_lost"};
    static constexpr bool isInput{false};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("polls", self.polls); }
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

} // namespace rungwatch::fleet
