// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/live_watch.h"
#include "ui/replay/transport_button.h"

#include <QTimer>

namespace rungwatch {

/// The one line of a replay that is not past: how the fleet stands now. An alarm makes it twice as high, in the colour
/// of its level, until it was acknowledged.
class LiveBand : public QWidget {
    Q_OBJECT

public:
    static constexpr int calmHeight{26};
    static constexpr int alarmHeight{48};

    LiveBand(LiveWatch& watch, QWidget* parent);

    void setTokens(const theme::Tokens& tokens);
    [[nodiscard]] int heightNeeded() const { return m_watch.alarm() ? alarmHeight : calmHeight; }
    /// What it says: "fleet HEALTHY → CRITICAL: store UNAVAILABLE, and 2 more".
    [[nodiscard]] QString words() const;

Q_SIGNALS:
    void backRequested();
    /// Its height is another one.
    void resized();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();

    LiveWatch& m_watch;
    const theme::Tokens* m_tokens;
    TransportButton* m_acknowledge;
    TransportButton* m_back;
    QTimer m_tick;
};

} // namespace rungwatch
