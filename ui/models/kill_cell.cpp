// SPDX-License-Identifier: GPL-3.0-or-later
#include "kill_cell.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

namespace rungwatch {
namespace {

using namespace fleet;

void addCommand(KillCell& cell, const CommandState& command, SteadyTime now)
{
    const bool kill = command.command.action == Action::Kill;
    const auto verb = kill ? QStringLiteral("kill ") : QStringLiteral("revive ");
    const auto waited = QLatin1Char{' '} + format::lengthText(now - command.requestedAt);
    switch (command.stage) {
    case Stage::Requested:
    case Stage::Accepted:
        cell.command = HandMark::Requested;
        cell.commandWord = verb + QStringLiteral("requested") + waited;
        cell.commandDetail = command.stage == Stage::Accepted ? QStringLiteral("accepted, not yet seen")
                                                              : QStringLiteral("not confirmed");
        cell.locked = QStringLiteral("under way");
        return;
    case Stage::Unconfirmed:
        cell.command = HandMark::Unconfirmed;
        cell.commandWord = verb + QStringLiteral("UNCONFIRMED") + waited;
        cell.commandDetail = kill ? QStringLiteral("treat as not killed") : QStringLiteral("treat as still killed");
        return;
    case Stage::Refused:
        cell.command = HandMark::Refused;
        cell.commandWord = verb + QStringLiteral("refused");
        cell.commandDetail = refusalCause(command);
        return;
    case Stage::Effective:
        return;
    }
}

} // namespace

const CommandState* shownCommand(const FleetState& state, const std::string& target, bool probe, SteadyTime now)
{
    const auto& control = *state.control;
    for (auto id = control.order.rbegin(); id != control.order.rend(); ++id) {
        const auto found = control.commands.find(*id);
        if (found == control.commands.end() || found->second.command.target != target
            || (found->second.command.action == Action::Probe) != probe)
            continue;
        const auto& command = found->second;
        const bool ended = command.stage == Stage::Effective || command.stage == Stage::Refused;
        const auto endedAt = command.effectiveAt.value_or(command.answeredAt.value_or(command.requestedAt));
        return ended && now - endedAt > endedCommandShown ? nullptr : &command;
    }
    return nullptr;
}

QString refusalCause(const CommandState& command)
{
    const auto detail = format::plainLine(command.detail);
    if (!command.refusal)
        return detail;
    return detail.isEmpty() ? format::refusalText(*command.refusal) : detail;
}

KillCell killCell(const FleetState& state, const std::string& feature, const FeatureReading* reading,
    const ServiceView& service, SteadyTime now)
{
    KillCell cell;
    cell.blind = service.isStale() || !reading;
    cell.word = QStringLiteral("unknown");
    if (!cell.blind) {
        cell.state = reading->killSwitch ? KillCell::State::Killed : KillCell::State::NotEngaged;
        cell.word = QStringLiteral("not engaged");
        if (reading->killSwitch) {
            const auto left = service.left(reading->killSwitch->expiresIn);
            cell.word = left ? format::roughLength(*left) + QStringLiteral(" left") : QStringLiteral("until revoked");
        }
    }
    cell.revives = cell.state == KillCell::State::Killed;
    if (const auto* command = shownCommand(state, feature, false, now))
        addCommand(cell, *command, now);
    const auto& selection = state.control->selection;
    if (selection && selection->target == feature && selection->action != Action::Probe)
        cell.word = QStringLiteral("selected by ") + format::plainLine(selection->by);
    if (state.policy->readOnly)
        cell.locked = QStringLiteral("read-only");
    return cell;
}

} // namespace rungwatch
