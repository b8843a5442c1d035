// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QAbstractButton>

namespace rungwatch {

/// A button of a player: its sign, its word and the key that does the same. Folded it has no key cap: the foot names
/// the keys. It takes Space and Enter only, so that the window's keys work wherever the focus is.
class TransportButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Sign { None, Begin, Back, BackTwice, Play, Pause, Forward, ForwardTwice, End, Hand, Bookmark, Loop };

    TransportButton(Sign sign, const QString& text, const QString& key, QWidget* parent);

    void setTokens(const theme::Tokens& tokens);
    void setFolded(bool folded);
    /// Its word leads forward: the sign stands behind it.
    void setSignLast(bool last) { m_signLast = last; }
    void setFace(Sign sign, const QString& text);
    [[nodiscard]] int widthNeeded() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void paintSign(QPainter& painter, const QRectF& box, const QColor& colour) const;

    const theme::Tokens* m_tokens;
    Sign m_sign;
    QString m_key;
    bool m_folded{false};
    bool m_signLast{false};
};

} // namespace rungwatch
