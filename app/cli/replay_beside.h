// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/black_box_keeper.h"
#include "app/session/replay_session.h"
#include "ui/replay/replay_window.h"

namespace rungwatch::cli {

/// A replay of what a console at work has recorded so far, in a window of its own beside the live one. The console goes
/// on: what alarms there breaks in here. GUI thread.
class ReplayBeside : public QObject {
    Q_OBJECT

public:
    /// Before the moment at which it is opened.
    static constexpr std::chrono::minutes beginsBefore{5};

    /// `clock` and `live` outlive it.
    ReplayBeside(
        const Clock& clock, MainWindow& liveWindow, Session& live, Duration boxLength = exchange::blackBoxLength);
    ~ReplayBeside() override;

    /// Opens the window, or brings the one that is open to the front.
    void open(const QString& journal);
    /// Null while none is open.
    [[nodiscard]] ReplayWindow* window() const { return m_window.get(); }

private:
    void close();

    const Clock& m_clock;
    MainWindow& m_liveWindow;
    Session& m_live;
    const Duration m_boxLength;
    std::unique_ptr<exchange::BlackBoxKeeper> m_boxes;
    std::unique_ptr<ReplaySession> m_session;
    std::unique_ptr<ReplayWindow> m_window;
};

} // namespace rungwatch::cli
