// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/apply_parts.h"
#include "rungwatch/fleet/places.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

constexpr std::size_t endedCommandsKept = 64;

bool isUnderWay(Stage stage)
{
    return stage == Stage::Requested || stage == Stage::Accepted;
}

/// Lets the oldest ended commands go, so that the state stays bounded.
void forgetOld(ControlState& control)
{
    auto ended = static_cast<std::size_t>(std::count_if(control.commands.begin(), control.commands.end(),
        [](const auto& entry) { return !isUnderWay(entry.second.stage); }));
    for (auto id = control.order.begin(); id != control.order.end() && ended > endedCommandsKept;) {
        const auto command = control.commands.find(*id);
        if (command != control.commands.end() && isUnderWay(command->second.stage)) {
            ++id;
            continue;
        }
        if (command != control.commands.end()) {
            control.commands.erase(command);
            --ended;
        }
        id = control.order.erase(id);
    }
}

std::uint64_t reportedSeqOf(const FleetState& state, const Command& command)
{
    const auto slash = command.target.find('/');
    const auto index = serviceIndex(*state.policy, std::string_view(command.target).substr(0, slash));
    return index && slash != std::string::npos ? state.services[*index]->reportedSeq : 0;
}

} // namespace

void applySelection(FleetState& state, const SelectionMade& made)
{
    state.control.edit([&](ControlState& control) { control.selection = made.selection; });
}

void applyTouch(FleetState& state, const SelectionTouched& touched)
{
    state.control.edit([&](ControlState& control) {
        if (control.selection && control.selection->id == touched.id)
            control.selection->expiresAt = touched.expiresAt;
    });
}

void applySelectionEnd(FleetState& state, const SelectionEnded& ended)
{
    state.control.edit([&](ControlState& control) {
        control.selection.reset();
        control.endedSelection = ended.id;
        control.endedCause = ended.cause;
    });
}

void applyRequest(FleetState& state, const CommandRequested& requested, const Event& event)
{
    const auto seqThen = reportedSeqOf(state, requested.command);
    state.control.edit([&](ControlState& control) {
        CommandState command;
        command.command = requested.command;
        command.requestedAt = event.steady;
        command.requestedWall = event.wall;
        command.reportedSeqThen = seqThen;
        control.commands.insert_or_assign(requested.command.id, std::move(command));
        control.order.push_back(requested.command.id);
        forgetOld(control);
    });
}

void applyStage(FleetState& state, const CommandStageChanged& change, const Event& event)
{
    state.control.edit([&](ControlState& control) {
        const auto found = control.commands.find(change.commandId);
        if (found == control.commands.end())
            return;
        auto& command = found->second;
        command.stage = change.stage;
        command.refusal = change.refusal;
        if (!change.detail.empty())
            command.detail = change.detail;
        if (!change.state.empty())
            command.answeredState = change.state;
        command.retryIn = change.retryIn;
        if (change.stage == Stage::Accepted || change.stage == Stage::Refused)
            command.answeredAt = event.steady;
        if (change.stage == Stage::Effective)
            command.effectiveAt = event.steady;
        forgetOld(control);
    });
}

} // namespace rungwatch::fleet
