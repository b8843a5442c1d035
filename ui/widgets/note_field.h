// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QWidget>

class QLineEdit;

namespace rungwatch {

/// One line for the record, over the window's foot: Enter keeps it, Escape leaves it.
class NoteField : public QWidget {
    Q_OBJECT

public:
    static constexpr int fieldHeight{44};

    explicit NoteField(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// Shows itself, empty and with the focus.
    void open(int longest);
    [[nodiscard]] QLineEdit& field() { return *m_field; }

Q_SIGNALS:
    void noteTyped(const QString& text);
    /// Left, with or without a note: the keys are the window's again.
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void leave();

    const theme::Tokens* m_tokens;
    QLineEdit* m_field;
};

} // namespace rungwatch
