// SPDX-License-Identifier: GPL-3.0-or-later
#include "control_parts.h"

#include "rungwatch/fleet/guard.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

namespace rungwatch::control {
namespace {

using namespace std::chrono_literals;
using fleet::Action;
using fleet::CommandState;
using fleet::Stage;

using Lock = std::optional<fleet::GuardRefusal>;

const CommandState* commandOf(const Target& target)
{
    const auto& commands = target.snapshot.state.control->commands;
    const auto found = commands.find(target.ask.operateId);
    return target.ask.operateId.empty() || found == commands.end() ? nullptr : &found->second;
}

/// An answer's time: mostly far below a second.
QString answerText(Duration took)
{
    return took < 1s ? QStringLiteral("%1\u00a0ms").arg(took / 1ms) : format::lengthText(took);
}

/// "409 probe_in_flight" as a cause in words: "probe in flight".
QString serviceCause(const std::string& detail)
{
    auto words = format::plainLine(detail).replace(QLatin1Char{'_'}, QLatin1Char{' '});
    const auto status = words.section(QLatin1Char{' '}, 0, 0);
    bool isNumber = false;
    status.toInt(&isNumber);
    if (isNumber)
        words = words.mid(status.size()).trimmed();
    return words.isEmpty() ? format::refusalText(fleet::Refusal::ByService) : words;
}

QString doneWord(Action action)
{
    switch (action) {
    case Action::Kill:
        return QStringLiteral("KILLED");
    case Action::Revive:
        return QStringLiteral("REVIVED");
    case Action::Probe:
        return QStringLiteral("PROBED");
    }
    return {};
}

ControlStage stageOf(const Target& target, const Lock& lock)
{
    if (target.ask.refused)
        return ControlStage::Refused;
    if (const auto* command = commandOf(target)) {
        switch (command->stage) {
        case Stage::Requested:
            return ControlStage::Requested;
        case Stage::Accepted:
            return ControlStage::Accepted;
        case Stage::Effective:
            return ControlStage::Confirmed;
        case Stage::Refused:
            return ControlStage::Refused;
        case Stage::Unconfirmed:
            return ControlStage::Unconfirmed;
        }
    }
    const auto& control = *target.snapshot.state.control;
    if (!target.ask.operateId.empty())
        return ControlStage::Selecting;
    if (control.selection && control.selection->id == target.ask.selectionId)
        return lock ? ControlStage::Locked : ControlStage::Ready;
    if (control.endedSelection == target.ask.selectionId)
        return ControlStage::Ended;
    return ControlStage::Selecting;
}

void say(ControlView& view, Mark mark, const QString& head, const QString& text, const QString& detail)
{
    view.footMark = mark;
    view.footHead = head;
    view.footText = text;
    view.footDetail = detail;
}

QString expiresText(const Target& target)
{
    const auto& selection = target.snapshot.state.control->selection;
    if (!selection)
        return {};
    return QStringLiteral(
        "Selection expires in %1 or when the target changes; it waits while you type. Enter never operates.")
        .arg(format::lengthText(selection->expiresAt - target.now.steady));
}

QString retryText(const Target& target, const std::optional<Duration>& retryIn)
{
    if (!retryIn)
        return QStringLiteral("Nothing was changed.");
    return QStringLiteral("Nothing was changed. Possible again at %1 UTC.")
        .arg(format::utcSecond(target.now.wall + *retryIn));
}

QString lockText(const ControlView& view, const fleet::GuardRefusal& lock)
{
    if (lock.refusal == fleet::Refusal::ReasonTooShort)
        return QStringLiteral("the reason needs %1 characters, %2 typed").arg(view.reasonLeast).arg(view.reasonTyped);
    auto text = format::refusalText(lock.refusal);
    if (!lock.detail.empty())
        text += QStringLiteral(" (%1)").arg(format::plainLine(lock.detail));
    if (lock.retryIn)
        text += QStringLiteral(", %1 left").arg(format::lengthText(*lock.retryIn));
    return text;
}

void sayRefused(ControlView& view, const Target& target, const CommandState* command)
{
    if (target.ask.refused) {
        const auto& refused = *target.ask.refused;
        say(view, HandMark::Refused, QStringLiteral("REFUSED: ") + format::refusalText(refused.refusal),
            refused.detail.empty()
                ? QStringLiteral("By this console's guard; nothing was sent to %1.").arg(target.instance())
                : format::plainLine(refused.detail),
            retryText(target, refused.retryIn));
        return;
    }
    const auto cause = command->refusal.value_or(fleet::Refusal::ByService);
    const auto words = cause == fleet::Refusal::ByService ? serviceCause(command->detail) : format::refusalText(cause);
    say(view, HandMark::Refused, QStringLiteral("REFUSED: ") + words,
        target.instance() + QStringLiteral(" answered: ") + format::plainLine(command->detail),
        cause == fleet::Refusal::Unanswered ? QStringLiteral("Whether anything was changed is not known.")
                                            : retryText(target, command->retryIn));
    if (cause == fleet::Refusal::Unanswered)
        view.footText = QStringLiteral("%1: %2").arg(target.instance(), format::plainLine(command->detail));
}

void sayUnderWay(ControlView& view, const Target& target, const CommandState& command)
{
    const auto waited = target.now.steady - command.requestedAt;
    auto text = QStringLiteral("Sent to %1; no answer yet").arg(target.instance());
    if (command.stage == Stage::Accepted && command.answeredAt)
        text = QStringLiteral("Accepted by %1 after %2; not yet seen in its telemetry")
                   .arg(target.instance(), answerText(*command.answeredAt - command.requestedAt));
    say(view, HandMark::Requested, QStringLiteral("REQUESTED, not yet confirmed"), text,
        QStringLiteral("%1 of %2 waited").arg(format::lengthText(waited), format::settingText(fleet::confirmWithin)));
    view.footProgress = toSeconds(waited) / toSeconds(fleet::confirmWithin);
}

void sayConfirmed(ControlView& view, const Target& target, const CommandState& command)
{
    const auto waited = command.effectiveAt.value_or(command.requestedAt) - command.requestedAt;
    const auto when = format::utcSecond(command.requestedWall + waited);
    auto head = QStringLiteral("CONFIRMED: ") + doneWord(command.command.action);
    if (command.command.action == Action::Probe) {
        const auto outcome = format::plainLine(command.detail);
        head =
            QStringLiteral("CONFIRMED: probe ended ") + (outcome.isEmpty() ? QStringLiteral("with no word") : outcome);
        if (!command.answeredState.empty())
            head += QStringLiteral(", breaker ")
                + format::plainLine(command.answeredState).replace(QLatin1Char{'_'}, QLatin1Char{' '});
    }
    auto detail = QStringLiteral("It is in the operator's record.");
    if (command.command.action == Action::Kill) {
        const auto left = target.feature && target.feature->killSwitch
            ? target.telemetry.left(target.feature->killSwitch->expiresIn)
            : std::nullopt;
        detail = left ? QStringLiteral("Ends in %1 of the service's clock, then it is automatic again.")
                            .arg(format::lengthText(*left))
                      : QStringLiteral("Until revoked.");
    }
    say(view, command.command.action == Action::Kill ? HandMark::Held : HandMark::NotEngaged, head,
        QStringLiteral("Effective at %1 UTC, seen in %2's telemetry %3 after the request")
            .arg(when, target.instance(), format::lengthText(waited)),
        detail);
}

void sayFoot(ControlView& view, const Target& target, const ControlDraft& draft, const Lock& lock)
{
    const auto* command = commandOf(target);
    switch (view.stage) {
    case ControlStage::Selecting:
        say(view, {}, QStringLiteral("ASKED"),
            target.ask.operateId.empty() ? QStringLiteral("The selection is being made.")
                                         : QStringLiteral("The command is being decided and written down."),
            {});
        return;
    case ControlStage::Locked:
        say(view, {}, QStringLiteral("LOCKED: ") + lockText(view, *lock), expiresText(target), {});
        return;
    case ControlStage::Ready:
        say(view, HandMark::NotEngaged, QStringLiteral("READY"), QStringLiteral("“%1”").arg(draft.reason.simplified()),
            expiresText(target));
        return;
    case ControlStage::Requested:
    case ControlStage::Accepted:
        sayUnderWay(view, target, *command);
        return;
    case ControlStage::Confirmed:
        sayConfirmed(view, target, *command);
        return;
    case ControlStage::Refused:
        sayRefused(view, target, command);
        return;
    case ControlStage::Unconfirmed: {
        const auto waited = format::lengthText(target.now.steady - command->requestedAt);
        const auto answered =
            command->answeredAt ? QStringLiteral("Accepted, but ") : QStringLiteral("No answer, and ");
        say(view, HandMark::Unconfirmed, QStringLiteral("UNCONFIRMED"),
            answered + QStringLiteral("%1's telemetry does not show it after %2").arg(target.instance(), waited),
            QStringLiteral("Not done, not failed: still looking. Treat it as not done."));
        return;
    }
    case ControlStage::Ended: {
        const auto& cause = target.snapshot.state.control->endedCause;
        const auto why = cause == "target_changed" ? QStringLiteral("the target changed after it was selected")
            : cause == "selection_expired"         ? QStringLiteral("it expired")
                                           : format::plainLine(cause).replace(QLatin1Char{'_'}, QLatin1Char{' '});
        say(view, HandMark::NotEngaged, QStringLiteral("SELECTION ENDED: ") + why,
            QStringLiteral("Nothing was done. Selecting again keeps what you typed."), {});
        return;
    }
    }
}

void addReadback(ControlView& view, const Target& target)
{
    using State = ReadbackStep::State;
    const auto service = target.instance();
    ReadbackStep requested{
        QStringLiteral("Requested"), QStringLiteral("sent to %1 once it is written down").arg(service), State::Open};
    ReadbackStep accepted{
        QStringLiteral("Accepted"), QStringLiteral("%1 answered with the new state").arg(service), State::Open};
    ReadbackStep effective{
        QStringLiteral("Effective"), QStringLiteral("seen in %1's own telemetry").arg(service), State::Open};
    if (const auto* command = commandOf(target)) {
        requested.state = State::Done;
        requested.text = QStringLiteral("at %1 UTC").arg(format::utcSecond(command->requestedWall));
        if (command->answeredAt) {
            const bool refused = command->stage == Stage::Refused;
            accepted.state = refused ? State::Failed : State::Done;
            if (refused)
                accepted.word = QStringLiteral("Not accepted");
            accepted.text = QStringLiteral("after ") + answerText(*command->answeredAt - command->requestedAt);
        } else if (command->stage == Stage::Refused) {
            accepted.state = State::Failed;
            accepted.word = QStringLiteral("Not accepted");
            accepted.text = format::plainLine(command->detail);
        }
        if (command->effectiveAt) {
            effective.state = State::Done;
            effective.text =
                QStringLiteral("after ") + format::lengthText(*command->effectiveAt - command->requestedAt);
        }
    }
    view.readback = {requested, accepted, effective};
    view.readbackNote =
        QStringLiteral("After %1 without it: UNCONFIRMED, with the time waited, here and on the row. The "
                       "console goes on looking.")
            .arg(format::settingText(fleet::confirmWithin));
    view.recordNote = QStringLiteral("Written down before it acts: attempt, refusal and result, with who, why and the "
                                     "state %1 that you saw.")
                          .arg(target.snapshot.state.seq);
}

} // namespace

QString operateText(const ControlView& view, const Target& target, const ControlDraft& draft)
{
    if (view.offersAgain)
        return QStringLiteral("Select again…");
    switch (target.ask.action) {
    case Action::Kill: {
        const auto kill = QStringLiteral("Kill ") + target.name();
        if (draft.expiry >= view.expiries.size())
            return kill;
        const auto& length = view.expiries[draft.expiry].length;
        return length ? kill + QStringLiteral(" for ") + format::settingText(*length)
                      : kill + QStringLiteral(" until revoked");
    }
    case Action::Revive:
        return QStringLiteral("Revive ") + target.name();
    case Action::Probe:
        return QStringLiteral("Probe %1 once").arg(target.name());
    }
    return {};
}

void addProgress(ControlView& view, const Target& target, const ControlDraft& draft)
{
    const auto drafted = operateCommand(target.ask, draft, view.expiries, "draft", target.snapshot.state.seq);
    const auto& state = target.snapshot.state;
    const Lock lock = state.policy ? fleet::refusalOf(state, drafted, target.now.steady)
                                   : fleet::GuardRefusal{fleet::Refusal::UnknownTarget, "nothing was read yet", {}};
    view.stage = stageOf(target, lock);
    view.takesInput = view.stage == ControlStage::Locked || view.stage == ControlStage::Ready
        || view.stage == ControlStage::Ended || (view.stage == ControlStage::Selecting && target.ask.operateId.empty());
    view.canOperate = view.stage == ControlStage::Ready;
    view.offersAgain = view.stage == ControlStage::Ended || view.stage == ControlStage::Refused
        || view.stage == ControlStage::Unconfirmed;
    if (!view.takesInput) {
        // When it would end if it began now no longer matters.
        for (auto& choice : view.expiries)
            choice.detail.clear();
    }
    addReadback(view, target);
    sayFoot(view, target, draft, lock);
    view.operateText = operateText(view, target, draft);
}

} // namespace rungwatch::control
