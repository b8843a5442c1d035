// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/top_bar_view.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// Where the parts of the top bar stand, from left to right. What users get takes what the others leave.
struct TopBarColumns {
    explicit TopBarColumns(const QRect& bar);

    QRect name;
    QRect level;
    QRect users;
    QRect age;
    QRect clocks;
    QRect operation;
    /// Two lines instead of three, smaller figures.
    bool folded{false};

    /// Narrower than this, the wide form would cut what users get.
    static constexpr int foldedBelow{1700};
};

/// The head of the window, never covered: how bad, what users get, how old, what time, who.
class TopBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int barHeight{72};
    static constexpr int foldedHeight{60};

    explicit TopBar(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const TopBarView& view);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintName(QPainter& painter, const QRect& box) const;
    void paintLevel(QPainter& painter, const QRect& box, bool folded) const;
    void paintSentence(QPainter& painter, const QRect& words, bool folded) const;
    void paintUsers(QPainter& painter, const QRect& box, bool folded) const;
    void paintSplit(QPainter& painter, const QRect& bar) const;
    int paintLegend(QPainter& painter, const QRect& line, bool folded) const;
    void paintAge(QPainter& painter, const QRect& box, bool folded) const;
    void paintClocks(QPainter& painter, const QRect& box, bool folded) const;
    void paintRate(QPainter& painter, const QRect& line) const;
    void paintOperation(QPainter& painter, const QRect& box) const;

    const theme::Tokens* m_tokens;
    TopBarView m_view;
};

} // namespace rungwatch
