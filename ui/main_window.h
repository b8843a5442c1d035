// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/canary_watch.h"
#include "ui/pages/overview_page.h"
#include "ui/session.h"
#include "ui/widgets/foot_bar.h"
#include "ui/widgets/top_bar.h"
#include "ui/widgets/trust_frame.h"

#include <QTimer>

namespace rungwatch {

class ControlFlow;
class ControlOverlay;
class IncidentField;
class NoteField;

/// The window on a session. Frames come at most every 16 ms and are shown as they are; of a large fleet, in which
/// something changes in every one, four times a second. Ages and countdowns move once a second. It decides nothing and
/// never paints what it has only asked for.
class MainWindow : public QWidget {
    Q_OBJECT

public:
    /// `session` outlives the window.
    MainWindow(Session& session, theme::ThemeName theme);
    ~MainWindow() override;

    void setTheme(theme::ThemeName theme);
    /// A window around this one has a foot of its own.
    void hideFoot();
    [[nodiscard]] theme::ThemeName theme() const { return m_theme; }
    [[nodiscard]] OverviewPage& overview() { return *m_overview; }
    [[nodiscard]] ControlFlow& controls() { return *m_controls; }
    [[nodiscard]] const TrustFrame& trustFrame() const { return *m_trustFrame; }

public Q_SLOTS:
    /// What came of the last key, in the foot until the next one. `copied` is what Ctrl+C then copies.
    void answer(const QString& sentence, const QString& copied = {});
    /// Shows what the time makes of the newest frame. Called by its own timer once a second.
    void showNow();

Q_SIGNALS:
    void themeChanged(rungwatch::theme::ThemeName theme);
    /// Why nothing was done: one sentence.
    void controlRefused(const QString& why);
    /// Somebody wants to see what led here.
    void replayRequested();
    /// Somebody wants the last minutes as a file of their own.
    void blackBoxRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void advance(const std::vector<fleet::Event>& events);
    [[nodiscard]] bool isLarge() const;
    void openIncident();
    void showCharts();
    void showTrust(const fleet::Snapshot& snapshot, const Moment& now);
    void ask(fleet::Action action, const QString& target);

    Session& m_session;
    theme::ThemeName m_theme;
    QString m_trouble;
    QString m_answer;
    QString m_copied;
    TopBar* m_topBar;
    OverviewPage* m_overview;
    FootBar* m_foot;
    ControlOverlay* m_overlay;
    ControlFlow* m_controls;
    CanaryWatch m_canary;
    TrustFrame* m_trustFrame;
    NoteField* m_note;
    IncidentField* m_incident;
    QTimer m_tick;
    /// A large fleet's changes are shown together.
    QTimer m_soon;
};

} // namespace rungwatch
