// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/operator_actions.h"

#include "app/exchange/incident_report.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

using namespace fleet;

namespace {

QString withDetail(const QString& text, const std::string& detail)
{
    return detail.empty() ? text : text + u": "_s + format::plainLine(detail);
}

} // namespace

void OperatorActions::see(const Event& event)
{
    if (const auto* requested = std::get_if<CommandRequested>(&event.body)) {
        const auto& command = requested->command;
        m_commands[command.id] = m_actions.size();
        m_actions.push_back(
            {event.wall, format::plainLine(command.by), format::actionText(command.action, command.target),
                format::plainLine(command.reason), Stage::Requested, u"requested, no answer in this record"_s, false});
    } else if (const auto* refused = std::get_if<CommandRefused>(&event.body)) {
        const auto& command = refused->command;
        m_actions.push_back({event.wall, format::plainLine(command.by),
            format::actionText(command.action, command.target), format::plainLine(command.reason), std::nullopt,
            withDetail(u"refused by the console: "_s + format::refusalText(refused->refusal), refused->detail), true});
    } else if (const auto* stage = std::get_if<CommandStageChanged>(&event.body))
        seeStage(*stage);
    else if (const auto* change = std::get_if<KillSwitchChanged>(&event.body))
        seeSwitch(*change, event.wall);
}

void OperatorActions::seeStage(const CommandStageChanged& change)
{
    const auto found = m_commands.find(change.commandId);
    if (found == m_commands.end())
        return;
    auto& action = m_actions[found->second];
    action.stage = change.stage;
    const auto after = u" after "_s + format::lengthText(change.waited);
    switch (change.stage) {
    case Stage::Requested:
        break;
    case Stage::Accepted:
        action.result = withDetail(u"accepted"_s + after + u", not yet confirmed"_s, change.detail);
        break;
    case Stage::Effective:
        action.result = withDetail(u"confirmed by telemetry"_s + after, change.detail);
        action.ended = true;
        break;
    case Stage::Refused:
        action.result = withDetail(
            u"refused: "_s + format::refusalText(change.refusal.value_or(Refusal::ByService)), change.detail);
        action.ended = true;
        break;
    case Stage::Unconfirmed:
        action.result = withDetail(u"UNCONFIRMED: waited "_s + format::lengthText(change.waited), change.detail);
        break;
    }
}

/// A switch that somebody else turned, or that ran out: the telemetry is all that tells of it.
void OperatorActions::seeSwitch(const KillSwitchChanged& change, WallTime at)
{
    if (change.engaged && m_commands.contains(change.commandId))
        return;
    const auto what =
        (change.engaged ? u"kill switch of "_s : u"kill switch released of "_s) + format::plainLine(change.feature);
    m_actions.push_back({at, format::plainLine(change.by), what, format::plainLine(change.reason), std::nullopt,
        u"told by telemetry: "_s + format::plainLine(change.cause), true});
}

std::vector<ActionLine> OperatorActions::linesIn(WallTime from, WallTime to) const
{
    std::vector<ActionLine> lines;
    for (const auto& action : m_actions)
        if (action.at >= from && action.at <= to)
            lines.push_back({action.at, action.who, action.what, action.why, action.result});
    return lines;
}

} // namespace rungwatch::exchange
