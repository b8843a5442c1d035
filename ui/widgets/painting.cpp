// SPDX-License-Identifier: GPL-3.0-or-later
#include "painting.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace rungwatch::paint {

void lines(
    QPainter& painter, const QRect& box, const QString& text, const QFont& font, const QColor& colour, int lineHeight)
{
    QTextLayout layout{text, font};
    layout.beginLayout();
    for (int y = box.top(); y + lineHeight <= box.bottom() + 1; y += lineHeight) {
        auto line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(box.width());
        const bool last = y + 2 * lineHeight > box.bottom() + 1;
        const auto from = line.textStart();
        theme::drawLine(painter, {box.left(), y, box.width(), lineHeight},
            last ? text.mid(from) : text.mid(from, line.textLength()).trimmed(), font, colour);
    }
    layout.endLayout();
}

int word(QPainter& painter, const QRect& box, const QString& text, const QFont& font, const Mark& mark,
    const theme::Tokens& tokens)
{
    const QFontMetrics metrics{font};
    const int width = std::min(box.width(), metrics.horizontalAdvance(text));
    if (theme::fillOf(mark, tokens) == tokens.warn && tokens.warnMarker.alpha() > 0) {
        const int top = box.center().y() - metrics.height() / 2;
        painter.fillRect(QRect{box.left() - 2, top, width + 4, metrics.height() + 1}, tokens.warnMarker);
    }
    return theme::drawLine(painter, box, text, font, theme::wordColourOf(mark, tokens));
}

void shareAtRight(QPainter& painter, const QRect& box, const QString& share, int px, QFont::Weight weight,
    const QColor& colour, const QColor& unitColour)
{
    const auto unit = QStringLiteral("%");
    const int figures = QFontMetrics{theme::figureFont(px, weight)}.horizontalAdvance(share);
    const auto unitFont = theme::wordFont(std::max(11, px * 2 / 3), QFont::Medium);
    const int wide = figures + 4 + QFontMetrics{unitFont}.horizontalAdvance(unit);
    const int left = std::max(box.left(), box.right() + 1 - wide);
    theme::drawFigure(painter, {left, box.top(), box.right() + 2 - left, box.height()}, share + QChar{0x00a0} + unit,
        px, colour, unitColour, weight);
}

void bar(QPainter& painter, const QRect& box, double fraction, const QColor& track, const QColor& fill)
{
    painter.fillRect(box, track);
    if (fraction <= 0)
        return;
    const auto wide = static_cast<int>(std::lround(box.width() * std::min(fraction, 1.0)));
    painter.fillRect(QRect{box.left(), box.top(), std::max(1, wide), box.height()}, fill);
}

void buttonFrame(QPainter& painter, const QRect& box, ButtonLook look, const theme::Tokens& tokens)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(look == ButtonLook::Locked ? QBrush{Qt::NoBrush} : QBrush{tokens.bg3});
    painter.setPen(QPen{tokens.ctl, 1, look == ButtonLook::Plain ? Qt::SolidLine : Qt::DashLine});
    painter.drawRoundedRect(QRectF{box}.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.restore();
}

} // namespace rungwatch::paint
