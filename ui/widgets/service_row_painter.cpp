// SPDX-License-Identifier: GPL-3.0-or-later
#include "service_row_painter.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"
#include "ui/widgets/painting.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int glyph = 14;

} // namespace

ServiceRowPainter::ServiceRowPainter(QPainter& painter, const theme::Tokens& tokens, const QRect& box, bool selected)
    : m_painter(painter)
    , m_tokens(tokens)
    , m_box(box)
    , m_columns(box.width())
    , m_selected(selected)
{
}

QRect ServiceRowPainter::cell(const ServiceColumns::Span& span) const
{
    return {span.left, m_box.top(), std::max(0, span.width - 8), m_box.height()};
}

void ServiceRowPainter::paint(const ServiceRow& row) const
{
    paintGround(row);
    paintLevel(row);
    paintName(row);
    theme::drawLine(
        m_painter, cell(m_columns.why), row.why, theme::wordFont(12), row.abnormal ? m_tokens.t1 : m_tokens.t3);
    theme::drawLine(m_painter, cell(m_columns.since), row.since, theme::figureFont(12),
        row.abnormal ? m_tokens.t1 : m_tokens.t3, Qt::AlignRight | Qt::AlignVCenter);
    paintAge(row);
    paintBreaker(row);
}

void ServiceRowPainter::paintGround(const ServiceRow& row) const
{
    m_painter.fillRect(m_box, m_selected ? m_tokens.sel : m_tokens.bg1);
    if (row.stale)
        m_painter.fillRect(m_box, theme::hatchBrush(m_tokens.hatch, Qt::transparent));
    if (m_selected)
        m_painter.fillRect(QRect{m_box.left(), m_box.top(), 3, m_box.height()}, m_tokens.t1);
    m_painter.setPen(m_tokens.l1);
    m_painter.drawLine(m_box.bottomLeft(), m_box.bottomRight());
}

void ServiceRowPainter::paintLevel(const ServiceRow& row) const
{
    const auto box = cell(m_columns.level);
    theme::paintMark(
        m_painter, QRectF(box.left(), box.center().y() - glyph / 2 + 0.5, glyph, glyph), row.mark, m_tokens);
    const auto font = theme::wordFont(12, row.abnormal ? QFont::DemiBold : QFont::Normal);
    const auto word = box.adjusted(glyph + 8, 0, 0, 0);
    if (row.abnormal && !row.stale)
        paint::word(m_painter, word, row.word, font, row.mark, m_tokens);
    else
        theme::drawLine(m_painter, word, row.word, font, row.stale ? m_tokens.t2 : m_tokens.t3);
}

void ServiceRowPainter::paintName(const ServiceRow& row) const
{
    const auto box = cell(m_columns.name);
    const int used = theme::drawLine(m_painter, box, row.name,
        theme::wordFont(12, row.abnormal ? QFont::DemiBold : QFont::Normal), row.abnormal ? m_tokens.t1 : m_tokens.t2);
    if (row.critical)
        theme::drawLine(
            m_painter, box.adjusted(used + 8, 0, 0, 0), QStringLiteral("critical"), theme::wordFont(11), m_tokens.t2);
}

void ServiceRowPainter::paintAge(const ServiceRow& row) const
{
    const auto box = cell(m_columns.age);
    const bool bad = row.freshness != fleet::Freshness::Fresh;
    theme::paintMark(m_painter, QRectF(box.left() + 4, box.center().y() - 5.5, 12, 12), row.freshness, m_tokens);
    theme::drawLine(
        m_painter, box.adjusted(22, 0, 0, 0), row.age, theme::figureFont(12), bad ? m_tokens.t1 : m_tokens.t3);
}

void ServiceRowPainter::paintBreaker(const ServiceRow& row) const
{
    if (row.breakerWord.isEmpty())
        return;
    const auto box = cell(m_columns.breaker);
    theme::paintMark(
        m_painter, QRectF(box.left(), box.center().y() - glyph / 2 + 0.5, glyph, glyph), row.breaker, m_tokens);
    paint::word(
        m_painter, box.adjusted(glyph + 6, 0, 0, 0), row.breakerWord, theme::wordFont(12), row.breaker, m_tokens);
}

} // namespace rungwatch
