// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/glyphs.h"

#include <QAbstractButton>

namespace rungwatch {

/// A button of the review card, 44 px high. One that can't act is dashed, never just grey: the card's foot says why.
class CardButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Kind { Plain, Operate };

    explicit CardButton(Kind kind, QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setKind(Kind kind);
    /// Shown in a box behind the text: "Esc".
    void setKeyHint(const QString& key);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::Tokens* m_tokens;
    Kind m_kind;
    QString m_key;
};

/// A choice of several (round) or a tick of its own (square), with a detail behind its label.
class CardChoice : public QAbstractButton {
    Q_OBJECT

public:
    enum class Kind { OneOf, Tick };

    explicit CardChoice(Kind kind, QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setDetail(const QString& detail);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::Tokens* m_tokens;
    Kind m_kind;
    QString m_detail;
};

} // namespace rungwatch
