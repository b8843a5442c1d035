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
    m_now.reset();
    if (!series.stale && !series.modes.empty())
        m_now = series.modes.back().mode;
    setAccessibleDescription(format::word(m_now));
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

    const auto all = blocks(band);
    for (const auto& block : all)
        paintSegment(painter, block);
    paintGaps(painter, band);
    int roomFrom = band.left();
    for (const auto& block : all) {
        const Block seen{block.segment, known(block)};
        const bool hasWords = !block.segment.mode || *block.segment.mode != Mode::Primary;
        if (!hasWords || seen.box.isEmpty())
            continue;
        for (const auto& gap : m_gaps)
            if (const int end = m_axis.pixelOf(gap.to); end <= seen.box.left())
                roomFrom = std::max(roomFrom, end);
        paintWords(painter, seen, seen.box.left() - roomFrom);
        roomFrom = block.box.right() + 1;
    }
    paintNow(painter, band);
}

std::vector<ModeBand::Block> ModeBand::blocks(const QRect& band) const
{
    std::vector<Block> found;
    for (const auto& segment : m_modes) {
        if (segment.to <= m_axis.range.from || segment.from >= m_axis.range.to)
            continue;
        const int from = m_axis.pixelOf(segment.from);
        const int to = std::max(m_axis.pixelOf(segment.to), from + 1);
        found.push_back({segment, {from, band.top(), to - from, band.height()}});
    }
    return found;
}

/// What is left of a block's first known stretch when the gaps are taken out.
QRect ModeBand::known(const Block& block) const
{
    auto box = block.box;
    for (const auto& gap : m_gaps) {
        const int from = m_axis.pixelOf(gap.from);
        const int to = std::max(m_axis.pixelOf(gap.to), from + 1);
        if (to <= box.left() || from > box.right())
            continue;
        if (from <= box.left())
            box.setLeft(to);
        else
            box.setRight(from - 1);
    }
    return box;
}

void ModeBand::paintGaps(QPainter& painter, const QRect& band) const
{
    for (const auto& gap : m_gaps) {
        const int from = m_axis.pixelOf(gap.from);
        const int to = std::max(m_axis.pixelOf(gap.to), from + 1);
        painter.fillRect(
            QRect{from, band.top(), to - from, band.height()}, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
    }
}

void ModeBand::paintNow(QPainter& painter, const QRect& band) const
{
    const bool normal = m_now == Mode::Primary;
    const auto font = theme::wordFont(11, normal ? QFont::Normal : QFont::DemiBold);
    // No history of modes at all says nothing about the mode now.
    const auto word = m_modes.empty() ? QString{} : format::word(m_now);
    const QRect line{
        width() - m_columns.padding - m_columns.value + 8, band.top() - 1, m_columns.value - 8, band.height() + 2};
    auto colour = !m_now ? m_tokens->t2 : normal ? m_tokens->t3 : m_tokens->hand;
    if (m_now == Mode::Degraded) {
        colour = m_tokens->warnWord;
        painter.fillRect(
            QRect{line.left() - 3, line.top(), QFontMetrics{font}.horizontalAdvance(word) + 6, line.height()},
            m_tokens->warnMarker);
    }
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, word);
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
