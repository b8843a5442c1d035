// SPDX-License-Identifier: GPL-3.0-or-later
#include "transport_button.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QKeyEvent>
#include <QPainter>

namespace rungwatch {
namespace {

constexpr int signSize = 12;
constexpr int gap = 6;

QFont wordOf(bool checked)
{
    return theme::wordFont(12, checked ? QFont::DemiBold : QFont::Medium);
}

int capWidth(const QString& key)
{
    return key.isEmpty() ? 0 : QFontMetrics{theme::figureFont(11)}.horizontalAdvance(key) + 10;
}

} // namespace

TransportButton::TransportButton(Sign sign, const QString& text, const QString& key, QWidget* parent)
    : QAbstractButton(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_sign(sign)
    , m_key(key)
{
    setText(text);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(text);
}

void TransportButton::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void TransportButton::setFolded(bool folded)
{
    m_folded = folded;
    update();
}

void TransportButton::setFace(Sign sign, const QString& text)
{
    m_sign = sign;
    setText(text);
    setAccessibleName(text);
    update();
}

int TransportButton::widthNeeded() const
{
    const int words = QFontMetrics{wordOf(true)}.horizontalAdvance(text());
    int wide = 2 * (m_folded ? 6 : 10) + words;
    if (m_sign != Sign::None)
        wide += signSize + (words > 0 ? gap : 0);
    return m_folded || m_key.isEmpty() ? wide : wide + gap + capWidth(m_key);
}

void TransportButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        event->ignore();
}

void TransportButton::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    const bool on = isChecked();
    painter.fillRect(rect(), on ? m_tokens->t1 : m_tokens->bg3);
    painter.setPen(m_tokens->ctl);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const auto ink = on ? m_tokens->bg0 : m_tokens->t1;
    if (hasFocus()) {
        painter.setPen(QPen{ink, 2});
        painter.drawRect(rect().adjusted(3, 3, -3, -3));
    }
    const auto font = wordOf(on);
    const int words = QFontMetrics{font}.horizontalAdvance(text());
    int x = (width() - widthNeeded()) / 2 + (m_folded ? 6 : 10);
    const auto sign = [&] {
        if (m_sign == Sign::None)
            return;
        paintSign(painter, QRectF(x, (height() - signSize) / 2.0, signSize, signSize), ink);
        x += signSize + (words > 0 ? gap : 0);
    };
    if (!m_signLast)
        sign();
    theme::drawLine(painter, {x, 0, words + 2, height()}, text(), font, ink);
    x += words + (m_signLast && words > 0 ? gap : 0);
    if (m_signLast)
        sign();
    if (m_folded || m_key.isEmpty())
        return;
    const QRect cap{width() - 10 - capWidth(m_key), (height() - 18) / 2, capWidth(m_key), 18};
    painter.setPen(on ? m_tokens->bg3 : m_tokens->ctl);
    painter.drawRect(cap.adjusted(0, 0, -1, -1));
    theme::drawLine(painter, cap, m_key, theme::figureFont(11), on ? m_tokens->bg0 : m_tokens->t2, Qt::AlignCenter);
}

void TransportButton::paintSign(QPainter& painter, const QRectF& box, const QColor& colour) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const auto left = [&](qreal x, qreal wide) {
        painter.drawPolygon(QPolygonF{{x + wide, 1}, {x, 6}, {x + wide, 11}});
    };
    const auto right = [&](qreal x, qreal wide) { painter.drawPolygon(QPolygonF{{x, 1}, {x + wide, 6}, {x, 11}}); };
    const auto post = [&](qreal x) { painter.drawRect(QRectF(x, 1, 2, 10)); };
    switch (m_sign) {
    case Sign::None:
        break;
    case Sign::Begin:
        post(1);
        left(4, 7);
        break;
    case Sign::Back:
        left(2, 8);
        break;
    case Sign::BackTwice:
        left(0, 6);
        left(6, 6);
        break;
    case Sign::Play:
    case Sign::Forward:
        right(2, 8);
        break;
    case Sign::Pause:
        painter.drawRect(QRectF(2, 1, 3, 10));
        painter.drawRect(QRectF(7, 1, 3, 10));
        break;
    case Sign::ForwardTwice:
        right(0, 6);
        right(6, 6);
        break;
    case Sign::End:
        right(1, 7);
        post(9);
        break;
    case Sign::Hand:
        theme::paintSign(painter, QRectF(-1, -1, 14, 14), theme::Sign::Hand, colour);
        break;
    case Sign::Bookmark:
        painter.drawPolygon(QPolygonF{{3, 0}, {9, 0}, {9, 12}, {6, 8}, {3, 12}});
        break;
    case Sign::Loop:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen{colour, 1.5});
        painter.drawRoundedRect(QRectF(1, 3, 10, 7), 3, 3);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF{{5, 0}, {9, 3}, {5, 6}});
        break;
    }
    painter.restore();
}

} // namespace rungwatch
