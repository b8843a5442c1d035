// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QPointer>
#include <QWidget>

namespace rungwatch {

class ReviewCard;

/// Holds the review card over a window: a scrim over all but the top bar, so that level, data age and alarms stay
/// readable. Keys stay inside while it is open: none of the window's shortcuts act, and Tab goes round in the card.
class ControlOverlay : public QWidget {
    Q_OBJECT

public:
    /// `window` is covered below its first `topBar` pixels.
    ControlOverlay(QWidget* window, int topBar);

    void setTokens(const theme::Tokens& tokens);
    void setTopBar(int height);
    /// Shows the card with the focus on Cancel.
    void open();
    /// Gives the focus back to who had it.
    void close();
    [[nodiscard]] ReviewCard& card() { return *m_card; }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void layOut();

    const theme::Tokens* m_tokens;
    int m_topBar;
    ReviewCard* m_card;
    QPointer<QWidget> m_focusBefore;
};

} // namespace rungwatch
