// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_view.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// The left side of the review card: whom the action is about, what stands now and after, who is touched.
class ReviewFacts : public QWidget {
    Q_OBJECT

public:
    explicit ReviewFacts(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const ControlView& view);
    /// How tall it is with what it shows.
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int paintFacts(QPainter& painter, int y) const;
    int paintLadders(QPainter& painter, int y) const;
    void paintCells(QPainter& painter, int y, const QString& label, const std::vector<PreviewCell>& cells) const;
    void paintCell(QPainter& painter, const QRect& box, const PreviewCell& cell, bool after) const;
    void paintTouched(QPainter& painter, int y) const;

    const theme::Tokens* m_tokens;
    ControlView m_view;
};

} // namespace rungwatch
