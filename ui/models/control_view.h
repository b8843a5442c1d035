// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/command.h"
#include "ui/models/mark.h"

#include <QString>

/// \file
/// What the review card of a control action shows, as plain values. The card holds no rule: whether it may operate, and
/// why not, is decided in core and stands here in words.

namespace rungwatch {

/// How far the action has come.
enum class ControlStage {
    /// The selection is asked for; core has not answered yet.
    Selecting,
    /// Selected; the guard says why it can't be operated yet.
    Locked,
    Ready,
    /// Sent; the service has not answered.
    Requested,
    /// The service said yes; its telemetry does not show it yet.
    Accepted,
    Confirmed,
    Refused,
    Unconfirmed,
    /// The selection expired or its target changed: nothing was done.
    Ended,
};

/// What an operator has typed and chosen so far. Nothing is filled in beforehand but the expiry.
struct ControlDraft {
    QString reason;
    QString secondReason;
    /// Which of ControlView::expiries.
    std::size_t expiry{0};
    bool actBlind{false};
};

struct ControlFact {
    QString label;
    Mark mark;
    QString word;
    QString text;
    /// A method and a path, in the figures' font.
    bool isCode{false};
};

/// A rung before or after the action.
struct PreviewCell {
    enum class State { Plain, Empty, StandsHere, Off };
    QString name;
    RungKind kind{RungKind::Unavailable};
    State state{State::Plain};
    /// Percent of the feature's answers; absent where it can't be known.
    std::optional<double> share;
    /// It stands here because a person holds it so.
    bool byHand{false};
};

struct TouchedFact {
    QString figure;
    QString what;
    QString sentence;
};

struct ReadbackStep {
    enum class State { Open, Done, Failed };
    QString word;
    QString text;
    State state{State::Open};
};

struct ExpiryChoice {
    /// In the service's own clock; absent: until revoked.
    std::optional<Duration> length;
    QString label;
    QString detail;
};

struct ControlView {
    fleet::Action action{fleet::Action::Kill};
    QString title;
    ControlStage stage{ControlStage::Selecting};
    std::vector<ControlFact> facts;
    /// What stands now is only last known: it is shown without colour.
    bool stale{false};
    /// Both empty where the action moves no ladder.
    std::vector<PreviewCell> now;
    std::vector<PreviewCell> after;
    QString afterNote;
    std::vector<TouchedFact> touched;

    /// A reason can be typed: before the action is sent.
    bool takesInput{true};
    qsizetype reasonTyped{0};
    qsizetype reasonLeast{10};
    /// Empty where nothing expires.
    std::vector<ExpiryChoice> expiries;
    std::size_t defaultExpiry{0};
    bool needsSecondReason{false};
    /// The data are stale, and this action may be done nevertheless.
    bool offersBlind{false};
    QString blindText;

    std::vector<ReadbackStep> readback;
    QString readbackNote;
    QString recordNote;

    Mark footMark;
    QString footHead;
    QString footText;
    QString footDetail;
    /// 0 to 1: how much of the time to wait is over.
    std::optional<double> footProgress;
    QString operateText;
    bool canOperate{false};
    /// The second button selects again instead of operating.
    bool offersAgain{false};
};

} // namespace rungwatch
