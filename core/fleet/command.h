// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

/// \file
/// What an operator asks of the fleet: select, review, operate. A command is an input of the spine like any other; the
/// guard (guard.h) that decides whether it may act lives beside decide(), not in a dialog, so that a window, a keyboard
/// and the command line all pass the same one.

namespace rungwatch::fleet {

enum class Action { Kill, Revive, Probe };
constexpr std::array<std::string_view, 3> enumNames(Action)
{
    return {"kill", "revive", "probe"};
}

enum class CommandKind {
    /// Reserves the target and shows the review card; expires after 10 s idle.
    Select,
    /// The operator is still at it (typing a reason): the selection's 10 s begin again.
    Touch,
    Cancel,
    /// Carries out what was selected; must name the selection.
    Operate,
};
constexpr std::array<std::string_view, 4> enumNames(CommandKind)
{
    return {"select", "touch", "cancel", "operate"};
}

struct Command {
    /// Unique; made by who asks. An Operate's id goes to the service as `command_id`.
    std::string id;
    CommandKind kind{CommandKind::Select};
    /// The selection that this belongs to: for Select the id it shall have, else the one it continues.
    std::string selection;
    Action action{Action::Kill};
    /// Kill, revive: a feature's name. Probe: a reported breaker as `SERVICE/NAME`.
    std::string target;
    std::string by;
    std::string reason;
    /// Kill only, in the service's own clock. Absent means until revoked, and then `secondReason` is needed.
    std::optional<Duration> expiresIn;
    std::string secondReason;
    /// The operator ticked "act blind": a kill is allowed on stale data, probe and revive are not.
    bool actBlind{false};
    /// The snapshot that was on screen.
    std::uint64_t seenSeq{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("id", self.id);
        visit("kind", self.kind);
        visit("selection", self.selection);
        visit("action", self.action);
        visit("target", self.target);
        visit("by", self.by);
        visit("reason", self.reason);
        visit("expires_in_s", self.expiresIn);
        visit("second_reason", self.secondReason);
        visit("act_blind", self.actBlind);
        visit("seen_seq", self.seenSeq);
    }
};

/// Why a command was not carried out, each with one word everywhere.
enum class Refusal {
    UnknownTarget,
    ReadOnly,
    NotSelected,
    SelectionExpired,
    TargetChanged,
    AlreadySelected,
    InExecution,
    ReasonTooShort,
    SecondReasonMissing,
    BadExpiry,
    StaleData,
    NotOpen,
    ProbeInFlight,
    NotKilled,
    AlreadyKilled,
    NoControl,
    /// The service said no: 401, 404, 409, 500; `detail` says which and why.
    ByService,
    /// The call did not get through: refused, timeout, reset.
    Unanswered,
};
constexpr std::array<std::string_view, 18> enumNames(Refusal)
{
    return {"unknown_target", "read_only", "not_selected", "selection_expired", "target_changed", "already_selected",
        "in_execution", "reason_too_short", "second_reason_missing", "bad_expiry", "stale_data", "not_open",
        "probe_in_flight", "not_killed", "already_killed", "no_control", "by_service", "unanswered"};
}

/// How far a command that was operated has come. The window paints these, never the click.
enum class Stage { Requested, Accepted, Effective, Refused, Unconfirmed };
constexpr std::array<std::string_view, 5> enumNames(Stage)
{
    return {"requested", "accepted", "effective", "refused", "unconfirmed"};
}

/// A target that an operator has taken up and not yet operated or let go.
struct Selection {
    std::string id;
    Action action{Action::Kill};
    std::string target;
    std::string by;
    SteadyTime selectedAt;
    SteadyTime expiresAt;
    /// The target's state when it was selected ("degraded", "open"): Operate is refused when it is another.
    std::string stateThen;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("id", self.id);
        visit("action", self.action);
        visit("target", self.target);
        visit("by", self.by);
        visit("selected_at", self.selectedAt);
        visit("expires_at", self.expiresAt);
        visit("state_then", self.stateThen);
    }
};

/// A command under way or ended, as far as it is known.
struct CommandState {
    Command command;
    Stage stage{Stage::Requested};
    SteadyTime requestedAt;
    WallTime requestedWall;
    std::optional<SteadyTime> answeredAt;
    /// When it was seen in the service's own telemetry.
    std::optional<SteadyTime> effectiveAt;
    std::optional<Refusal> refusal;
    /// The service's or the transport's own words, as plain text: "409 probe_in_flight", "timeout". A probe's outcome.
    std::string detail;
    std::optional<Duration> retryIn;
    /// For a probe: the state that the service answered with.
    std::string answeredState;
    /// The newest of the service's own numbered events when it was requested: what comes after may be its effect.
    std::uint64_t reportedSeqThen{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("command", self.command);
        visit("stage", self.stage);
        visit("requested_at", self.requestedAt);
        visit("requested_wall", self.requestedWall);
        visit("answered_at", self.answeredAt);
        visit("effective_at", self.effectiveAt);
        visit("refusal", self.refusal);
        visit("detail", self.detail);
        visit("retry_in_s", self.retryIn);
        visit("answered_state", self.answeredState);
        visit("reported_seq_then", self.reportedSeqThen);
    }
};

} // namespace rungwatch::fleet
