// SPDX-License-Identifier: GPL-3.0-or-later
#include "feature_charts.h"

#include "ui/charts/axis_strip.h"
#include "ui/charts/breaker_lanes.h"
#include "ui/charts/mode_band.h"
#include "ui/charts/range_buttons.h"
#include "ui/charts/rung_share_chart.h"
#include "ui/charts/signal_chart.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch::charts {

FeatureCharts::FeatureCharts(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_rangeButtons(new RangeButtons{this})
    , m_mode(new ModeBand{this})
    , m_rungs(new RungShareChart{this})
    , m_errors(new SignalChart{{Signal::Kind::ErrorRate}, this})
    , m_p95(new SignalChart{{Signal::Kind::P95}, this})
    , m_age(new SignalChart{{Signal::Kind::CachedAge}, this})
    , m_lanes(new BreakerLanes{this})
    , m_axisStrip(new AxisStrip{this})
{
    m_errors->setUnit(QStringLiteral("% of calls"));
    m_p95->setUnit(QStringLiteral("seconds"));
    m_age->setUnit(QStringLiteral("oldest served, s"));
    connect(m_rangeButtons, &RangeButtons::rangeChosen, this, &FeatureCharts::rangeChosen);
}

void FeatureCharts::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_rangeButtons->setTokens(tokens);
    m_mode->setTokens(tokens);
    for (ChartRow* row : {static_cast<ChartRow*>(m_rungs), static_cast<ChartRow*>(m_errors),
             static_cast<ChartRow*>(m_p95), static_cast<ChartRow*>(m_age)})
        row->setTokens(tokens);
    m_lanes->setTokens(tokens);
    m_axisStrip->setTokens(tokens);
    update();
}

Duration FeatureCharts::range() const
{
    return m_rangeButtons->range();
}

void FeatureCharts::setSeries(const FeatureSeries& series, const TimeRange& range)
{
    const bool lanesChanged = series.lanes.size() != m_series.lanes.size();
    m_series = series;
    m_timeRange = range;
    if (lanesChanged)
        layOut();
    showSeries();
    update();
}

void FeatureCharts::showSeries()
{
    const auto columns = ChartColumns::forWidth(width());
    const TimeAxis axis{m_timeRange, columns.plotLeft(), columns.plotWidth(width())};
    m_mode->setSeries(m_series, axis);
    m_rungs->setSeries(m_series, axis);
    m_errors->setSeries(m_series, axis);
    m_p95->setSeries(m_series, axis);
    m_age->setSeries(m_series, axis);
    m_lanes->setSeries(m_series, axis);
    m_axisStrip->setAxis(axis);
}

void FeatureCharts::layOut()
{
    const auto columns = ChartColumns::forWidth(width());
    m_heights = ColumnHeights::forHeight(height(), static_cast<int>(m_series.lanes.size()));
    const auto& h = m_heights;
    m_rangeButtons->adjustSize();
    m_rangeButtons->move(width() - columns.padding - m_rangeButtons->width(), (h.head - m_rangeButtons->height()) / 2);
    int y = h.head;
    const auto place = [&](QWidget* widget, int tall, int gap) {
        widget->setGeometry(0, y, width(), tall);
        y += tall + gap;
    };
    m_mode->setColumns(columns);
    place(m_mode, h.mode, h.gap / 2);
    const std::pair<ChartRow*, int> rows[]{{m_rungs, h.rungs}, {m_errors, h.errors}, {m_p95, h.p95}, {m_age, h.age}};
    for (const auto& [row, tall] : rows) {
        row->setColumns(columns);
        place(row, tall, h.gap);
    }
    const int lanes = static_cast<int>(m_series.lanes.size());
    m_lanes->setColumns(columns, h.lane);
    // More lanes than fit: the axis keeps its place and the lanes say how many are shown.
    const int wanted = lanes > 0 ? ColumnHeights::lanesHead + lanes * h.lane : 0;
    place(m_lanes, std::clamp(wanted, 0, std::max(0, height() - h.axis - y)), 0);
    place(m_axisStrip, h.axis, 0);
}

void FeatureCharts::resizeEvent(QResizeEvent*)
{
    layOut();
    showSeries();
}

void FeatureCharts::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    painter.setPen(m_tokens->l1);
    painter.drawLine(0, m_heights.head - 1, width(), m_heights.head - 1);
    const int padding = ChartColumns::forWidth(width()).padding;
    const auto nameFont = theme::wordFont(14, QFont::DemiBold);
    const auto noteFont = theme::wordFont(12);
    const QFontMetrics nameMetrics{nameFont};
    const int room = m_rangeButtons->x() - padding - 12;
    const auto name = nameMetrics.elidedText(m_series.feature, Qt::ElideRight, room);
    const int nameWidth = nameMetrics.horizontalAdvance(name);
    painter.setPen(m_tokens->t1);
    painter.setFont(nameFont);
    painter.drawText(QRect{padding, 0, room, m_heights.head - 1}, Qt::AlignLeft | Qt::AlignVCenter, name);
    const int left = room - nameWidth - 12;
    painter.setPen(m_tokens->t3);
    painter.setFont(noteFont);
    const QStringList notes{m_series.note, m_series.note.section(QStringLiteral(" · "), 0, 0), QString{}};
    painter.drawText(QRect{padding + nameWidth + 12, 0, left, m_heights.head - 1}, Qt::AlignLeft | Qt::AlignVCenter,
        theme::fitting(notes, noteFont, left));
}

} // namespace rungwatch::charts
