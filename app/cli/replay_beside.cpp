// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replay_beside.h"

#include "app/cli/black_box_key.h"

namespace rungwatch::cli {

ReplayBeside::ReplayBeside(const Clock& clock, MainWindow& liveWindow, Session& live, Duration boxLength)
    : m_clock(clock)
    , m_liveWindow(liveWindow)
    , m_live(live)
    , m_boxLength(boxLength)
{
}

ReplayBeside::~ReplayBeside()
{
    close();
}

void ReplayBeside::open(const QString& journal)
{
    if (!m_window) {
        m_session = std::make_unique<ReplaySession>(m_clock, m_live.operatorName());
        m_window = std::make_unique<ReplayWindow>(*m_session, m_liveWindow.theme());
        m_window->resize(m_liveWindow.size());
        m_window->showLive(m_live);
        m_boxes = std::make_unique<exchange::BlackBoxKeeper>(m_clock, m_live.operatorName(), m_boxLength);
        keepBlackBoxes(*m_window, *m_session, journal, *m_boxes);
        connect(m_window.get(), &ReplayWindow::backToLiveRequested, m_window.get(), &QWidget::close);
        // Not from within its own event.
        connect(m_window.get(), &ReplayWindow::closed, this, &ReplayBeside::close, Qt::QueuedConnection);
        // The window says why it stays empty.
        connect(m_session.get(), &ReplaySession::failed, m_session.get(), &Session::troubled);
        m_session->open(journal, m_clock.wallNow() - beginsBefore);
    }
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

void ReplayBeside::close()
{
    if (!m_window)
        return;
    m_session->close();
    m_boxes.reset();
    m_window.reset();
    m_session.reset();
    m_liveWindow.raise();
    m_liveWindow.activateWindow();
}

} // namespace rungwatch::cli
