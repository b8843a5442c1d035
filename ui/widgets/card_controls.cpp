// SPDX-License-Identifier: GPL-3.0-or-later
#include "card_controls.h"

#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int buttonHeight = 44;
/// The focus ring is 2 px wide and stands 2 px outside of what it rings.
constexpr int ringRoom = 4;

QFont buttonFont()
{
    return theme::wordFont(12, QFont::Medium);
}

} // namespace

CardButton::CardButton(Kind kind, QWidget* parent)
    : QAbstractButton(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_kind(kind)
{
    setFocusPolicy(Qt::StrongFocus);
}

void CardButton::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void CardButton::setKind(Kind kind)
{
    m_kind = kind;
    updateGeometry();
    update();
}

void CardButton::setKeyHint(const QString& key)
{
    m_key = key;
    updateGeometry();
}

QSize CardButton::sizeHint() const
{
    int width = QFontMetrics{buttonFont()}.horizontalAdvance(text()) + 40;
    if (m_kind == Kind::Operate)
        width = std::max(width + 24, 200);
    if (!m_key.isEmpty())
        width += 44;
    return {width + 2 * ringRoom, buttonHeight + 2 * ringRoom};
}

void CardButton::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& t = *m_tokens;
    const QRectF box = QRectF{rect()}.adjusted(ringRoom + 0.5, ringRoom + 0.5, -ringRoom - 0.5, -ringRoom - 0.5);
    const bool ready = m_kind == Kind::Operate && isEnabled();
    QColor fill = ready ? t.handbg : t.bg3;
    if (isDown())
        fill = t.sel;
    painter.setPen(QPen{ready ? t.hand : t.ctl, 1, isEnabled() ? Qt::SolidLine : Qt::DashLine});
    painter.setBrush(isEnabled() ? fill : Qt::transparent);
    painter.drawRoundedRect(box, 3, 3);
    if (hasFocus()) {
        painter.setPen(QPen{t.t1, 2});
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF{rect()}.adjusted(1, 1, -1, -1), 5, 5);
    }
    const auto font = buttonFont();
    const QFontMetrics metrics{font};
    const int textWidth = metrics.horizontalAdvance(text());
    const int extra = m_kind == Kind::Operate ? 24 : m_key.isEmpty() ? 0 : 44;
    qreal x = box.left() + (box.width() - textWidth - extra) / 2;
    if (m_kind == Kind::Operate) {
        theme::paintSign(painter, QRectF{x, box.center().y() - 8, 16, 16}, theme::Sign::Hand, ready ? t.hand : t.t3);
        x += 24;
    }
    painter.setFont(font);
    painter.setPen(isEnabled() ? t.t1 : t.t3);
    painter.drawText(QRectF{x, box.top(), textWidth + 2.0, box.height()}, Qt::AlignLeft | Qt::AlignVCenter, text());
    if (!m_key.isEmpty()) {
        const QRectF key{x + textWidth + 12, box.center().y() - 9, 32, 18};
        painter.setPen(t.ctl);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(key, 2, 2);
        painter.setPen(t.t2);
        painter.setFont(theme::figureFont(11));
        painter.drawText(key, Qt::AlignCenter, m_key);
    }
}

CardChoice::CardChoice(Kind kind, QWidget* parent)
    : QAbstractButton(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_kind(kind)
{
    setCheckable(true);
    setAutoExclusive(kind == Kind::OneOf);
    if (kind == Kind::OneOf) {
        // Tab stops at the chosen one alone; the arrow keys go on from there.
        setFocusPolicy(Qt::ClickFocus);
        connect(this, &QAbstractButton::toggled, this,
            [this](bool chosen) { setFocusPolicy(chosen ? Qt::StrongFocus : Qt::ClickFocus); });
    } else {
        setFocusPolicy(Qt::StrongFocus);
    }
}

void CardChoice::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void CardChoice::setDetail(const QString& detail)
{
    if (detail == m_detail)
        return;
    m_detail = detail;
    update();
}

QSize CardChoice::sizeHint() const
{
    return {300, 28};
}

void CardChoice::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& t = *m_tokens;
    if (hasFocus()) {
        painter.setPen(QPen{t.t1, 2});
        painter.drawRoundedRect(QRectF{rect()}.adjusted(1, 1, -1, -1), 4, 4);
    }
    const QRectF mark{6, height() / 2.0 - 7, 14, 14};
    painter.setPen(QPen{isChecked() ? t.t1 : t.ctl, 1.5});
    painter.setBrush(t.field);
    if (m_kind == Kind::OneOf)
        painter.drawEllipse(mark);
    else
        painter.drawRoundedRect(mark, 2, 2);
    if (isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.t1);
        if (m_kind == Kind::OneOf)
            painter.drawEllipse(mark.adjusted(3.5, 3.5, -3.5, -3.5));
        else
            painter.drawRect(mark.adjusted(3.5, 3.5, -3.5, -3.5));
    }
    const auto font = theme::wordFont(12, isChecked() ? QFont::DemiBold : QFont::Medium);
    const int wide = QFontMetrics{font}.horizontalAdvance(text());
    painter.setFont(font);
    painter.setPen(isEnabled() ? t.t1 : t.t3);
    painter.drawText(QRect{30, 0, wide + 2, height()}, Qt::AlignLeft | Qt::AlignVCenter, text());
    const auto detailFont = theme::wordFont(12);
    const int room = width() - 30 - wide - 10;
    painter.setFont(detailFont);
    painter.setPen(t.t3);
    painter.drawText(QRect{30 + wide + 8, 0, room, height()}, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics{detailFont}.elidedText(m_detail, Qt::ElideRight, room));
}

} // namespace rungwatch
