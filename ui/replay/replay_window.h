// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/main_window.h"
#include "ui/replay/live_band.h"
#include "ui/replay/replay_veil.h"
#include "ui/replay/timeline_strip.h"
#include "ui/replay/transport_bar.h"
#include "ui/replay/what_if_panel.h"

namespace rungwatch {

/// The window on a recording: the same window as live, in a striped frame, with the timeline and the player at its
/// foot. Keys: Space plays and pauses; left and right go a second, with Shift a minute; , and . go by transition, [ and
/// ] by operator action; Home and End; + and - the speed; G a typed time; M a bookmark; L the loop; W what if; B writes
/// the loop, or the minutes before the playhead, as a file of its own.
/// Beside a live session: A acknowledges what breaks in from there, V goes back to it.
class ReplayWindow : public QWidget {
    Q_OBJECT

public:
    /// `session` outlives the window.
    ReplayWindow(ReplaySource& session, theme::ThemeName theme);
    ~ReplayWindow() override;

    /// A session that goes on while this recording is looked at: its alarms break in. It outlives the window.
    void showLive(Session& live);

    /// Opens or closes the panel on what another policy would have made of the recording.
    void showWhatIf(bool shown);
    /// Null before it was shown.
    [[nodiscard]] WhatIfPanel* whatIf() { return m_whatIf; }

    [[nodiscard]] MainWindow& main() { return *m_main; }
    [[nodiscard]] TimelineStrip& strip() { return *m_strip; }
    [[nodiscard]] TransportBar& transport() { return *m_transport; }
    /// Null without a live session.
    [[nodiscard]] LiveBand* liveBand() { return m_liveBand; }

public Q_SLOTS:
    /// What came of the last key, in the foot until the next one. `copied` is what Ctrl+C then copies.
    void answer(const QString& sentence, const QString& copied = {});

Q_SIGNALS:
    void backToLiveRequested();
    void blackBoxRequested();
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTheme(theme::ThemeName theme);
    void layOut();
    void showStatus();
    void say(const QString& words);
    void goTo(const QString& typed);
    void toggleLoop();
    void chooseSpeed(bool faster);
    [[nodiscard]] bool handleWhatIfKey(int key);
    [[nodiscard]] bool handleKey(int key, bool shift);
    [[nodiscard]] bool handleLiveKey(int key);

    ReplaySource& m_session;
    MainWindow* m_main;
    TimelineStrip* m_strip;
    TransportBar* m_transport;
    FootBar* m_foot;
    ReplayVeil* m_veil;
    LiveWatch* m_liveWatch{nullptr};
    LiveBand* m_liveBand{nullptr};
    WhatIfPanel* m_whatIf{nullptr};
    QString m_trouble;
    /// Said a moment ago, in place of the keys.
    QString m_said;
    QString m_copied;
    QTimer m_saidTimer;
};

} // namespace rungwatch
