// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_row.h"

#include "ui/theme/type.h"

#include <QPainter>

#include <algorithm>
#include <cstdlib>

namespace rungwatch::charts {

ChartRow::ChartRow(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_title(title)
    , m_plot(new PlotView{this})
{
    setAccessibleName(title);
}

void ChartRow::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_plot->setTokens(tokens);
    update();
}

void ChartRow::setUnit(const QString& unit)
{
    m_unit = unit;
    update();
}

void ChartRow::setColumns(const ChartColumns& columns)
{
    m_columns = columns;
    layOut();
}

QRect ChartRow::valueColumn() const
{
    return {width() - m_columns.padding - m_columns.value, 0, m_columns.value, height()};
}

void ChartRow::setScale(const std::vector<std::pair<double, QString>>& marks)
{
    m_scale = marks;
    update();
}

void ChartRow::setTop(double top)
{
    m_plot->setTop(top);
    update();
}

void ChartRow::setBackdrop(const FeatureSeries& series, const TimeAxis& axis)
{
    // A plot's own pixels begin at 0.
    auto own = axis;
    own.left = 0;
    m_plot->setBackdrop(Backdrop::of(series, own));
}

void ChartRow::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    painter.setPen(m_tokens->t1);
    painter.setFont(theme::wordFont(12, QFont::DemiBold));
    painter.drawText(QRect{m_columns.padding, 0, m_columns.label, 16}, Qt::AlignLeft | Qt::AlignVCenter, m_title);

    const auto small = theme::wordFont(11);
    painter.setPen(m_tokens->t3);
    painter.setFont(small);
    const QRect unit{m_columns.padding, 16, m_columns.label - 32, 16};
    // Half a line is worse than none: a low row has its title alone.
    if (height() > unit.bottom())
        painter.drawText(unit, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics{small}.elidedText(m_unit, Qt::ElideRight, unit.width()));

    painter.setFont(theme::figureFont(11));
    constexpr int apart = 13;
    std::vector<int> taken;
    for (const auto& [value, label] : m_scale) {
        const int centre = std::clamp(m_plot->yOf(value), 6, std::max(6, height() - 5));
        // Of two marks that would stand on each other, the first counts.
        if (std::any_of(taken.begin(), taken.end(), [&](int other) { return std::abs(other - centre) < apart; }))
            continue;
        taken.push_back(centre);
        painter.drawText(
            QRect{m_columns.padding, centre - 8, m_columns.label - 8, 16}, Qt::AlignRight | Qt::AlignVCenter, label);
    }
    paintValue(painter);
}

void ChartRow::resizeEvent(QResizeEvent*)
{
    layOut();
}

void ChartRow::layOut()
{
    m_plot->setGeometry(m_columns.plotLeft(), 0, std::max(1, m_columns.plotWidth(width())), height());
    update();
}

} // namespace rungwatch::charts
