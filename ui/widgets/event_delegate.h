// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QStyledItemDelegate>

namespace rungwatch {

/// Paints a cell of the event list: plain text only, in the column's font; the subject with its mark's glyph. A text is
/// elided where its row is one line high, and wrapped where the row is higher.
class EventDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTokens(const theme::Tokens& tokens) { m_tokens = &tokens; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Of a row in which all of `text` can be read, in a text column of that width.
    [[nodiscard]] static int heightOf(const QString& text, int width);
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const theme::Tokens* m_tokens{&theme::Tokens::of(theme::ThemeName::Dark)};
};

} // namespace rungwatch
