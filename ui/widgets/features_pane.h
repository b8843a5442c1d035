// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/feature_row.h"
#include "ui/theme/tokens.h"

#include <QAbstractScrollArea>

namespace rungwatch {

/// A row a feature: its level, its ladder as rungs in columns by kind, its mode with the way back, its cached age and
/// its kill switch. Rows scroll below the head when they don't fit, and none moves by itself. The page has the keys.
class FeaturesPane : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int headHeight{32};
    static constexpr int labelsHeight{22};
    static constexpr int tallRow{112};
    static constexpr int foldedRow{66};
    /// Above this many features the rows take the lower form in any window.
    static constexpr std::size_t mostTallRows{6};

    explicit FeaturesPane(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const FeaturesView& view);
    /// Scrolls the row into sight; a name that is not there selects none.
    void setSelected(const QString& feature);
    /// The form for small windows.
    void setFolded(bool folded);
    /// Head, labels and all rows.
    [[nodiscard]] int heightNeeded() const;

    /// Where the feature's row stands, scrolled, and its button in it; empty where there is none.
    [[nodiscard]] QRect rowOf(const QString& feature) const;
    [[nodiscard]] QRect killButtonOf(const QString& feature) const;

Q_SIGNALS:
    void featureSelected(const QString& feature);
    void killRequested(const QString& feature);
    void reviveRequested(const QString& feature);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] QRect rowBox(std::size_t row) const;
    [[nodiscard]] QString tipAt(const QPoint& at) const;
    void updateScrollBar();
    void paintHead(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;

    const theme::Tokens* m_tokens;
    FeaturesView m_view;
    QString m_selected;
    bool m_folded{false};
};

} // namespace rungwatch
