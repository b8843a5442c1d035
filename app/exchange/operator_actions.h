// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <QString>

#include <map>

namespace rungwatch::exchange {

struct ActionLine;

/// What operators did, each with how it ended, as far as the events tell.
class OperatorActions {
public:
    /// Events in their order.
    void see(const fleet::Event& event);
    [[nodiscard]] std::vector<ActionLine> linesIn(WallTime from, WallTime to) const;

    struct Action {
        WallTime at;
        QString who;
        QString what;
        QString why;
        /// Absent for what is no command: a switch that the telemetry told, a refusal.
        std::optional<fleet::Stage> stage;
        QString result;
        /// Whether it ended well or badly; what did not is an open question.
        bool ended{false};
    };
    [[nodiscard]] const std::vector<Action>& all() const { return m_actions; }

private:
    void seeStage(const fleet::CommandStageChanged& change);
    void seeSwitch(const fleet::KillSwitchChanged& change, WallTime at);

    std::vector<Action> m_actions;
    /// By command id.
    std::map<std::string, std::size_t> m_commands;
};

} // namespace rungwatch::exchange
