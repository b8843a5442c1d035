// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_view.h"
#include "ui/theme/tokens.h"

#include <QWidget>

class QPlainTextEdit;

namespace rungwatch {

class CardChoice;

/// The right side of the review card: the reason in the operator's own words, when it ends, and how far it has come.
class ReviewInputs : public QWidget {
    Q_OBJECT

public:
    explicit ReviewInputs(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const ControlView& view);
    [[nodiscard]] const ControlDraft& draft() const { return m_draft; }
    void clear();
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QPlainTextEdit& reasonField() { return *m_reason; }
    [[nodiscard]] QPlainTextEdit& secondReasonField() { return *m_secondReason; }
    [[nodiscard]] CardChoice& blindTick() { return *m_blind; }
    [[nodiscard]] const std::vector<CardChoice*>& expiryChoices() const { return m_choices; }
    /// The last widget that Tab reaches in here.
    [[nodiscard]] QWidget* lastField() const;

Q_SIGNALS:
    /// The operator typed, chose or ticked something.
    void drafted(const rungwatch::ControlDraft& draft);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeChoices();
    void takeDraft();
    /// Places the fields and returns where what is painted below them begins.
    int layOut();
    void paintReadback(QPainter& painter, int y) const;

    const theme::Tokens* m_tokens;
    ControlView m_view;
    ControlDraft m_draft;
    QPlainTextEdit* m_reason;
    QPlainTextEdit* m_secondReason;
    CardChoice* m_blind;
    std::vector<CardChoice*> m_choices;
    int m_secondTop{0};
    int m_endsTop{0};
    int m_readbackTop{0};
};

} // namespace rungwatch
