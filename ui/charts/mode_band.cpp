// SPDX-License-Identifier: GPL-3.0-or-later
#include "mode_band.h"

#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/theme/hatch.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch::charts {

using namespace std::chrono_literals;

ModeBand::ModeBand(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Mode in force"));
}

void ModeBand::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void ModeBand::setColumns(const ChartColumns& columns)
{
    m_columns = columns;
    update();
}

void ModeBand::setSeries(const FeatureSeries& series, const TimeAxis& axis)
{
    m_modes = series.modes;
    m_gaps = series.gaps;
    m_axis = axis;
    update();
}

void ModeBand::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    painter.setPen(m_tokens->t1);
    painter.setFont(theme::wordFont(12, QFont::DemiBold));
    const QRect band{m_axis.left, (height() - bandHeight) / 2, m_axis.width, bandHeight};
    painter.drawText(QRect{m_columns.padding, band.top() - 1, m_columns.label, band.height() + 2},
        Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Mode in force"));

    int roomFrom = band.left();
    for (const auto& segment : m_modes) {
        if (segment.to <= m_axis.range.from || segment.from >= m_axis.range.to)
            continue;
        const int from = m_axis.pixelOf(segment.from);
        const int to = std::max(m_axis.pixelOf(segment.to), from + 1);
        const Block block{segment, {from, band.top(), to - from, band.height()}};
        paintSegment(painter, block);
        const bool hasWords = !segment.mode || *segment.mode != Mode::Primary;
        if (hasWords) {
            paintWords(painter, block, from - roomFrom);
            roomFrom = to;
        }
    }
    for (const auto& gap : m_gaps) {
        const int from = m_axis.pixelOf(gap.from);
        const int to = std::max(m_axis.pixelOf(gap.to), from + 1);
        painter.fillRect(
            QRect{from, band.top(), to - from, band.height()}, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
    }
}

void ModeBand::paintSegment(QPainter& painter, const Block& block) const
{
    const auto& box = block.box;
    if (!block.segment.mode) {
        painter.fillRect(box, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
        return;
    }
    switch (*block.segment.mode) {
    case Mode::Primary:
        painter.fillRect(QRect{box.left(), box.center().y(), box.width(), 2}, m_tokens->normal);
        return;
    case Mode::Degraded:
        painter.fillRect(box, m_tokens->warn);
        if (m_tokens->warnOutline != m_tokens->warn) {
            painter.setPen(m_tokens->warnOutline);
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        }
        return;
    case Mode::Killed:
    case Mode::Forced:
    case Mode::Drill:
        painter.fillRect(box, theme::hatchBrush(m_tokens->hand, m_tokens->handbg, 6));
        painter.setPen(m_tokens->hand);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        return;
    }
}

void ModeBand::paintWords(QPainter& painter, const Block& block, int roomLeft) const
{
    const auto font = theme::wordFont(11, QFont::DemiBold);
    const QFontMetrics metrics{font};
    const auto word = format::word(block.segment.mode);
    const bool precise = m_axis.range.length() < 5min;
    const auto began = block.segment.began.value_or(block.segment.from);
    const auto since = precise ? format::utcSecond(began) : format::utcMinute(began);
    const auto whole = word + QStringLiteral(" since ") + since;
    const bool begins = block.segment.began || block.segment.from > m_axis.range.from;
    const int room = block.box.width() - 10;
    QString text;
    if (begins && metrics.horizontalAdvance(whole) <= room)
        text = whole;
    else if (metrics.horizontalAdvance(word) <= room)
        text = word;
    painter.setFont(font);
    if (text.isEmpty()) {
        // Too narrow to hold its word: the word stands before it, where nothing else does.
        const int wide = metrics.horizontalAdvance(word) + 8;
        if (wide > roomLeft)
            return;
        const QRect before{block.box.left() - wide, block.box.top(), wide - 4, block.box.height()};
        painter.fillRect(before.adjusted(-2, 0, 2, 0), m_tokens->bg1);
        painter.setPen(m_tokens->t1);
        painter.drawText(before, Qt::AlignRight | Qt::AlignVCenter, word);
        return;
    }
    const bool onWarn = block.segment.mode == Mode::Degraded;
    const QRect box{block.box.left() + 5, block.box.top(), metrics.horizontalAdvance(text) + 2, block.box.height()};
    if (!onWarn)
        painter.fillRect(box.adjusted(-2, 1, 2, -1), m_tokens->bg1);
    painter.setPen(onWarn ? m_tokens->onWarn : block.segment.mode ? m_tokens->hand : m_tokens->t2);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace rungwatch::charts
