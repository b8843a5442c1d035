// SPDX-License-Identifier: GPL-3.0-or-later
#include "axis_strip.h"

#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch::charts {

AxisStrip::AxisStrip(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
}

void AxisStrip::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void AxisStrip::setAxis(const TimeAxis& axis)
{
    m_axis = axis;
    update();
}

void AxisStrip::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    painter.setPen(m_tokens->l2);
    painter.drawLine(m_axis.left, 0, m_axis.left + m_axis.width - 1, 0);
    painter.setFont(theme::figureFont(11));
    for (const auto& tick : m_axis.ticks()) {
        painter.setPen(m_tokens->l2);
        painter.drawLine(tick.pixel, 0, tick.pixel, 4);
        painter.setPen(m_tokens->t3);
        painter.drawText(QRect{tick.pixel - 40, 4, 80, 16}, Qt::AlignCenter, tick.label);
    }
    painter.setFont(theme::wordFont(11));
    painter.setPen(m_tokens->t2);
    painter.drawText(QRect{m_axis.left + m_axis.width + 8, 4, 100, 16}, Qt::AlignLeft | Qt::AlignVCenter,
        QStringLiteral("now, UTC"));
}

} // namespace rungwatch::charts
