// SPDX-License-Identifier: GPL-3.0-or-later
#include "breaker_lanes.h"

#include "ui/format/words.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch::charts {

using breaker::Phase;

BreakerLanes::BreakerLanes(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Breaker lanes"));
}

void BreakerLanes::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void BreakerLanes::setColumns(const ChartColumns& columns, int laneHeight)
{
    m_columns = columns;
    m_laneHeight = laneHeight;
    update();
}

void BreakerLanes::setSeries(const FeatureSeries& series, const TimeAxis& axis)
{
    m_lanes = series.lanes;
    m_axis = axis;
    update();
}

void BreakerLanes::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    const QRect head{0, 0, width(), ColumnHeights::lanesHead};
    painter.setPen(m_tokens->t1);
    painter.setFont(theme::wordFont(12, QFont::DemiBold));
    painter.drawText(
        head.adjusted(m_columns.padding, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Breaker lanes"));
    const int fit = std::max(0, (height() - head.height()) / m_laneHeight);
    const int shown = std::min(fit, static_cast<int>(m_lanes.size()));
    const auto signs = QStringLiteral("line: closed · block: open · notch: half-open");
    QStringList wordings{signs, QString{}};
    if (shown < static_cast<int>(m_lanes.size())) {
        const auto count = QStringLiteral("%1 of %2 shown").arg(shown).arg(m_lanes.size());
        wordings = {count + QStringLiteral(" · ") + signs, count};
    }
    const auto small = theme::wordFont(11);
    const QRect wordsBox = head.adjusted(m_columns.plotLeft(), 0, -m_columns.padding, 0);
    theme::drawLine(painter, wordsBox, theme::fitting(wordings, small, wordsBox.width()), small, m_tokens->t3);

    painter.setPen(m_tokens->grid);
    for (const auto& tick : m_axis.ticks())
        painter.drawLine(tick.pixel, head.bottom() + 1, tick.pixel, height());
    for (int i = 0; i < shown; ++i)
        paintLane(painter, m_lanes[static_cast<std::size_t>(i)],
            {0, head.height() + i * m_laneHeight, width(), m_laneHeight});
}

void BreakerLanes::paintLane(QPainter& painter, const Lane& lane, const QRect& row) const
{
    const auto font = theme::wordFont(11);
    painter.setFont(font);
    painter.setPen(m_tokens->t2);
    const int room = m_columns.label - 6;
    painter.drawText(QRect{m_columns.padding, row.top(), room, row.height()}, Qt::AlignLeft | Qt::AlignVCenter,
        // Names of one fleet mostly begin alike: what tells them apart is at their end.
        QFontMetrics{font}.elidedText(lane.name, Qt::ElideLeft, room));
    for (const auto& span : laneSpans(lane, m_axis))
        paintSpan(painter, span, row);
    paintWord(painter, lane, row);
}

void BreakerLanes::paintSpan(QPainter& painter, const LaneSpan& span, const QRect& row) const
{
    const int wide = span.to - span.from;
    const int tall = row.height() - 6;
    const QRect block{span.from, row.center().y() - tall / 2 + 1, wide, tall};
    if (!span.state) {
        painter.fillRect(block, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
        return;
    }
    switch (*span.state) {
    case Phase::Closed:
        painter.fillRect(QRect{span.from, row.center().y(), wide, 2}, m_tokens->normal);
        break;
    case Phase::Open:
        painter.fillRect(block, m_tokens->crit);
        break;
    case Phase::HalfOpen:
        painter.fillRect(block, m_tokens->warn);
        if (wide > 4 && m_tokens->warnOutline != m_tokens->warn) {
            painter.setPen(m_tokens->warnOutline);
            painter.drawRect(block.adjusted(0, 0, -1, -1));
        }
        break;
    case Phase::ForcedOpen:
        painter.fillRect(block, m_tokens->hand);
        break;
    case Phase::Disabled: {
        QPen pen{m_tokens->hand, 2};
        pen.setDashPattern({2, 2});
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawLine(span.from, row.center().y() + 1, span.to, row.center().y() + 1);
        break;
    }
    }
}

void BreakerLanes::paintWord(QPainter& painter, const Lane& lane, const QRect& row) const
{
    const bool normal = lane.now == Phase::Closed;
    const auto font = theme::wordFont(11, normal ? QFont::Normal : QFont::DemiBold);
    const auto word = format::word(lane.now);
    const QRect value{width() - m_columns.padding - m_columns.value, row.top(), m_columns.value, row.height()};
    QColor colour = m_tokens->t2;
    if (lane.now == Phase::Closed)
        colour = m_tokens->t3;
    else if (lane.now == Phase::Open)
        colour = m_tokens->crit;
    else if (lane.now == Phase::HalfOpen)
        colour = m_tokens->warnWord;
    else if (lane.now)
        colour = m_tokens->hand;
    painter.setFont(font);
    if (lane.now == Phase::HalfOpen) {
        const int wide = QFontMetrics{font}.horizontalAdvance(word) + 6;
        painter.fillRect(QRect{value.left() + 5, value.top() + 2, wide, value.height() - 4}, m_tokens->warnMarker);
    }
    painter.setPen(colour);
    painter.drawText(value.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, word);
    if (lane.own) {
        painter.setFont(theme::wordFont(11));
        painter.setPen(m_tokens->t3);
        painter.drawText(value, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("own"));
    }
}

} // namespace rungwatch::charts
