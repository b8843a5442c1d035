// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/guard.h"

namespace rungwatch::fleet {

namespace {

void refuse(Deciding& deciding, const Command& command, const GuardRefusal& refusal)
{
    const auto& selection = deciding.next().control->selection;
    const bool mine = selection && selection->id == command.selection && command.kind != CommandKind::Select;
    deciding.emit(CommandRefused{command, refusal.refusal, refusal.detail, refusal.retryIn});
    // A reason that is too short can be mended; a target that changed has to be looked at anew.
    if (mine && (refusal.refusal == Refusal::SelectionExpired || refusal.refusal == Refusal::TargetChanged))
        deciding.emit(SelectionEnded{command.selection, std::string(nameOf(refusal.refusal))});
}

void select(Deciding& deciding, const Command& command)
{
    // One that ran out and that no tick has ended yet makes room.
    if (const auto& old = deciding.next().control->selection)
        deciding.emit(SelectionEnded{old->id, "selection_expired"});
    const auto target = targetOf(deciding.next(), command.action, command.target, deciding.now());
    deciding.emit(SelectionMade{{command.selection, command.action, command.target, command.by, deciding.now(),
        saturatingAdd(deciding.now(), selectionLasts), target->state}});
}

void operate(Deciding& deciding, const Command& command)
{
    const auto service = targetOf(deciding.next(), command.action, command.target, deciding.now())->service;
    deciding.emit(SelectionEnded{command.selection, "operated"});
    const auto seq = deciding.emit(CommandRequested{command});
    deciding.start(ControlEffect{command, service, seq});
}

} // namespace

void decideCommand(Deciding& deciding, const Command& command)
{
    if (const auto refusal = refusalOf(deciding.next(), command, deciding.now()))
        return refuse(deciding, command, *refusal);
    switch (command.kind) {
    case CommandKind::Select:
        return select(deciding, command);
    case CommandKind::Touch:
        deciding.emit(SelectionTouched{command.selection, saturatingAdd(deciding.now(), selectionLasts)});
        return;
    case CommandKind::Cancel:
        deciding.emit(SelectionEnded{command.selection, "cancelled"});
        return;
    case CommandKind::Operate:
        return operate(deciding, command);
    }
}

void decideSelection(Deciding& deciding)
{
    const auto& selection = deciding.next().control->selection;
    if (!selection)
        return;
    if (deciding.now() >= selection->expiresAt) {
        deciding.emit(SelectionEnded{selection->id, "selection_expired"});
        return;
    }
    const auto target = targetOf(deciding.next(), selection->action, selection->target, deciding.now());
    if (!target || target->state != selection->stateThen)
        deciding.emit(SelectionEnded{selection->id, "target_changed"});
}

} // namespace rungwatch::fleet
