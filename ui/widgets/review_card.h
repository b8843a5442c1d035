// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_view.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

class CardButton;
class ReviewFacts;
class ReviewInputs;

/// The review card of a kill, a revive or a probe: select, review, operate, confirmed. It decides nothing and paints no
/// state that it has only asked for: both come with setView(). Focus begins on Cancel, Esc cancels, Enter does nothing.
class ReviewCard : public QWidget {
    Q_OBJECT

public:
    explicit ReviewCard(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const ControlView& view);
    [[nodiscard]] const ControlView& view() const { return m_view; }
    [[nodiscard]] const ControlDraft& draft() const;
    /// Empties every field: no reason is ever there before it was typed.
    void clearDraft();
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] CardButton& cancelButton() { return *m_cancel; }
    [[nodiscard]] CardButton& operateButton() { return *m_operate; }
    [[nodiscard]] ReviewInputs& inputs() { return *m_inputs; }

Q_SIGNALS:
    void drafted(const rungwatch::ControlDraft& draft);
    void operateRequested();
    void againRequested();
    void cancelled();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    void paintHead(QPainter& painter) const;
    void paintSteps(QPainter& painter) const;
    void paintFoot(QPainter& painter) const;

    const theme::Tokens* m_tokens;
    ControlView m_view;
    ReviewFacts* m_facts;
    ReviewInputs* m_inputs;
    CardButton* m_cancel;
    CardButton* m_operate;
};

} // namespace rungwatch
