// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_model.h"

#include <QObject>
#include <QTimer>

namespace rungwatch {

class ControlOverlay;
class Session;

/// Leads one control action from its selection to its confirmation: hands commands to the session and shows on the card
/// what the snapshots then say. It never shows what it has only asked for.
class ControlFlow : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it. The overlay belongs to the window.
    ControlFlow(Session& session, ControlOverlay& overlay, QObject* parent = nullptr);

    /// Selects the target and opens the card. Ignored while a card is open.
    void ask(fleet::Action action, const std::string& target);
    [[nodiscard]] bool isOpen() const { return m_open; }

Q_SIGNALS:
    void closed();

private:
    void select();
    void touch();
    void operate();
    void selectAgain();
    void cancel();
    void follow(const std::vector<fleet::Event>& events);
    void show();

    [[nodiscard]] fleet::Command command(fleet::CommandKind kind) const;
    [[nodiscard]] bool isSelected() const;

    Session& m_session;
    ControlOverlay& m_overlay;
    ControlAsk m_ask;
    std::string m_selectCommand;
    SteadyTime m_touchedAt;
    bool m_open{false};
    /// Countdowns on the card run on between two snapshots.
    QTimer m_tick;
};

} // namespace rungwatch
