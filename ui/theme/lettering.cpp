// SPDX-License-Identifier: GPL-3.0-or-later
#include "lettering.h"

#include "ui/theme/type.h"

#include <QPainter>

#include <algorithm>

namespace rungwatch::theme {

int drawLine(QPainter& painter, const QRect& box, const QString& text, const QFont& font, const QColor& colour,
    Qt::Alignment align, Qt::TextElideMode elide)
{
    const QFontMetrics metrics{font};
    const auto shown = metrics.elidedText(text, elide, box.width());
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(box, align | Qt::TextSingleLine, shown);
    return std::min(box.width(), metrics.horizontalAdvance(shown));
}

QString fitting(const QStringList& wordings, const QFont& font, int width)
{
    const QFontMetrics metrics{font};
    for (const auto& wording : wordings)
        if (metrics.horizontalAdvance(wording) <= width)
            return wording;
    return wordings.isEmpty() ? QString{} : wordings.last();
}

int drawFigure(QPainter& painter, const QRect& box, const QString& text, int px, const QColor& colour,
    const QColor& unitColour, QFont::Weight weight)
{
    // The unit is what follows the last space: "4 h 34 min" keeps its first unit in the figures' font.
    const auto space = std::max(text.lastIndexOf(QLatin1Char(' ')), text.lastIndexOf(QChar(0x00a0)));
    const auto number = space < 0 ? text : text.left(space);
    const auto unit = space < 0 ? QString() : text.mid(space + 1);
    const int used = drawLine(painter, box, number, figureFont(px, weight), colour);
    if (unit.isEmpty())
        return used;
    const int left = box.left() + used + 3;
    const QRect rest(left, box.top(), std::max(0, box.right() - left + 1), box.height());
    const auto font = wordFont(std::max(11, px * 2 / 3), QFont::Medium);
    // On the figure's baseline, which lies where its own font puts it in the box.
    const int drop = (QFontMetrics{figureFont(px, weight)}.ascent() - QFontMetrics{figureFont(px, weight)}.descent()
                         - QFontMetrics{font}.ascent() + QFontMetrics{font}.descent())
        / 2;
    return used + 3 + drawLine(painter, rest.translated(0, drop), unit, font, unitColour);
}

} // namespace rungwatch::theme
