// SPDX-License-Identifier: GPL-3.0-or-later
#include "rung_cell_painter.h"

#include "ui/format/figure_text.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"
#include "ui/widgets/painting.h"

#include <QPainter>

namespace rungwatch {

RungCellPainter::RungCellPainter(
    QPainter& painter, const theme::Tokens& tokens, bool stale, bool named, const QColor& ground)
    : m_painter(painter)
    , m_tokens(tokens)
    , m_ground(ground)
    , m_stale(stale)
    , m_named(named)
{
}

void RungCellPainter::paint(
    const QRect& box, const std::vector<RungCell>& rungs, const QString& missing, const Mark& standing)
{
    if (rungs.empty())
        return paintMissing(box, missing);
    if (rungs.size() == 1 && rungs.front().forbidden)
        return paintForbidden(box, rungs.front());
    const bool standsHere =
        std::any_of(rungs.begin(), rungs.end(), [](const RungCell& rung) { return rung.standsHere; });
    paintFrame(box, standsHere, standing);
    if (rungs.size() == 1)
        return paintWhole(box, rungs.front());
    const int half = box.height() / 2;
    paintHalf({box.left(), box.top(), box.width(), half}, rungs[0]);
    m_painter.fillRect(box.left() + 1, box.top() + half, box.width() - 2, 1, m_tokens.l1);
    paintHalf({box.left(), box.top() + half, box.width(), box.height() - half}, rungs[1]);
}

QColor RungCellPainter::inkOf(const RungCell& rung) const
{
    if (m_stale)
        return m_tokens.normal;
    return rung.sharePct.value_or(0) > 0 ? m_tokens.ink(rung.kind).edge : m_tokens.t3;
}

void RungCellPainter::paintFrame(const QRect& box, bool standsHere, const Mark& standing)
{
    if (m_stale)
        m_painter.fillRect(box, theme::hatchBrush(m_tokens.hatch, Qt::transparent));
    m_painter.setBrush(Qt::NoBrush);
    if (!standsHere) {
        m_painter.setPen(m_tokens.l1);
        m_painter.drawRect(box.adjusted(0, 0, -1, -1));
        return;
    }
    const bool abnormal = !m_stale && theme::isAbnormal(standing);
    const auto fill = abnormal ? theme::fillOf(standing, m_tokens) : m_stale ? m_tokens.t3 : m_tokens.t2;
    if (abnormal)
        m_painter.fillRect(box, fill == m_tokens.hand ? m_tokens.handbg : m_tokens.warnbg);
    m_painter.setPen(QPen{fill, 1, m_stale ? Qt::DashLine : Qt::SolidLine});
    m_painter.drawRect(box.adjusted(0, 0, -1, -1));
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(fill);
    m_painter.setPen(abnormal && fill == m_tokens.warn ? QPen{m_tokens.warnOutline, 1} : QPen{Qt::NoPen});
    const qreal middle = box.center().x() + 0.5;
    const qreal top = box.top() - 8;
    m_painter.drawPolygon(QPolygonF{{{middle - 6, top}, {middle + 6, top}, {middle, top + 7}}});
    m_painter.restore();
}

void RungCellPainter::paintShare(const QRect& box, const RungCell& rung, int px)
{
    const bool some = rung.sharePct.value_or(0) > 0;
    const auto colour = some && !m_stale ? m_tokens.t1 : some ? m_tokens.t2 : m_tokens.t3;
    const auto weight = some ? QFont::DemiBold : QFont::Normal;
    if (rung.skipped || !rung.sharePct)
        theme::drawLine(
            m_painter, box, QStringLiteral("–"), theme::figureFont(px), m_tokens.t3, Qt::AlignRight | Qt::AlignVCenter);
    else
        paint::shareAtRight(m_painter, box, format::wholePercent(*rung.sharePct), px, weight, colour, m_tokens.t2);
}

void RungCellPainter::paintBar(const QRect& box, const RungCell& rung)
{
    const auto ink = m_tokens.ink(rung.kind);
    const double share = rung.sharePct.value_or(0) / 100;
    if (m_stale || !ink.hatched) {
        const auto fill = m_stale ? m_tokens.normal : ink.edge;
        return paint::bar(m_painter, box, share, m_tokens.bg3, fill);
    }
    m_painter.fillRect(box, m_tokens.bg3);
    if (share <= 0)
        return;
    const int wide = std::max(2, static_cast<int>(box.width() * share));
    m_painter.fillRect(QRect{box.left(), box.top(), wide, box.height()}, theme::hatchBrush(ink.edge, ink.fill, 4));
    m_painter.fillRect(QRect{box.left() + wide - 1, box.top(), 1, box.height()}, ink.edge);
}

void RungCellPainter::paintWhole(const QRect& box, const RungCell& rung)
{
    const bool tall = box.height() >= 80;
    const bool some = rung.sharePct.value_or(0) > 0;
    const int pad = tall ? 7 : 5;
    const int glyph = tall ? 15 : 12;
    theme::paintRung(
        m_painter, QRectF(box.left() + pad, box.top() + (tall ? 9 : 6), glyph, glyph), rung.kind, inkOf(rung));
    const QRect inner{box.left() + pad, box.top(), box.width() - 2 * pad, box.height()};
    const int shareLeft = inner.left() + glyph + 1;
    // Three digits and their unit need all of a narrow cell.
    const bool tight = !tall && rung.sharePct.value_or(0) >= 99.5;
    const QRect share{tight ? shareLeft - 2 : shareLeft, box.top() + (tall ? 6 : 3),
        inner.right() + 1 - shareLeft + (tight ? 5 : 0), tall ? 21 : 18};
    paintShare(share, rung, tall ? 16 : tight ? 12 : 13);
    if (tall)
        theme::drawLine(m_painter, {inner.left(), box.top() + 30, inner.width() + 6, 15}, rung.name,
            theme::wordFont(11), some ? m_tokens.t1 : m_tokens.t3);
    paintBar({inner.left(), box.top() + (tall ? 49 : 22), inner.width(), 6}, rung);
    const auto count = rung.skipped ? QStringLiteral("skipped") : rung.count;
    const QRect below{inner.left() - (tall ? 0 : 1), box.top() + (tall ? 59 : 31), inner.width() + (tall ? 0 : 4), 16};
    const bool figures = !rung.skipped && !count.isEmpty();
    theme::drawLine(m_painter, below, tall ? count : QString{count}.remove(QLatin1Char{' '}),
        figures && tall ? theme::figureFont(11) : theme::wordFont(11), some && !m_stale ? m_tokens.t2 : m_tokens.t3);
}

void RungCellPainter::paintHalf(const QRect& box, const RungCell& rung)
{
    const int pad = 6;
    const int glyph = 12;
    theme::paintRung(m_painter, QRectF(box.left() + pad, box.top() + 5, glyph, glyph), rung.kind, inkOf(rung));
    const QRect inner{box.left() + pad, box.top(), box.width() - 2 * pad, box.height()};
    if (rung.forbidden) {
        theme::drawLine(m_painter, {inner.left() + glyph + 4, box.top() + 3, inner.width() - glyph - 4, 17},
            QStringLiteral("forbidden"), theme::wordFont(11), m_tokens.t3);
        return;
    }
    paintShare({inner.left() + glyph, box.top() + 3, inner.width() - glyph, 17}, rung, 13);
    if (m_named && box.height() >= 40)
        theme::drawLine(m_painter, {inner.left(), box.top() + 20, inner.width(), 14}, rung.name, theme::wordFont(11),
            rung.sharePct.value_or(0) > 0 ? m_tokens.t1 : m_tokens.t3);
    paintBar({inner.left(), box.bottom() - 5, inner.width(), 3}, rung);
}

void RungCellPainter::paintForbidden(const QRect& box, const RungCell& rung)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(m_tokens.l1);
    m_painter.drawRect(box.adjusted(0, 0, -1, -1));
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(m_tokens.l2);
    m_painter.drawLine(box.bottomLeft(), box.topRight());
    m_painter.restore();
    const bool tall = box.height() >= 80;
    const int glyph = tall ? 15 : 12;
    theme::paintRung(m_painter, QRectF(box.left() + 6, box.top() + 7, glyph, glyph), rung.kind, m_tokens.t3);
    const auto font = theme::wordFont(11);
    const auto put = [&](int y, const QString& text, const QColor& colour) {
        const QRect line{box.left() + 5, y, box.width() - 8, 15};
        const int wide = std::min(line.width(), QFontMetrics{font}.horizontalAdvance(text));
        // The crossing stays behind the words.
        m_painter.fillRect(QRect{line.left() - 1, line.top(), wide + 2, line.height()}, m_ground);
        theme::drawLine(m_painter, line, text, font, colour);
    };
    if (!tall)
        return put(box.bottom() - 18, QStringLiteral("forbid."), m_tokens.t2);
    put(box.top() + 30, QStringLiteral("forbidden"), m_tokens.t2);
    m_painter.save();
    const QRect reason{box.left() + 5, box.top() + 47, box.width() - 8, 36};
    m_painter.fillRect(reason.adjusted(-1, 2, 1, -2), m_ground);
    paint::lines(m_painter, reason, rung.reason, font, m_tokens.t3, 16);
    m_painter.restore();
}

void RungCellPainter::paintMissing(const QRect& box, const QString& missing)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen{m_tokens.l1, 1, Qt::DashLine});
    m_painter.drawRect(box.adjusted(0, 0, -1, -1));
    const auto text = m_named ? missing : QStringLiteral("–");
    theme::drawLine(m_painter, box.adjusted(3, 0, -3, 0), text, theme::wordFont(11), m_tokens.t3, Qt::AlignCenter);
}

} // namespace rungwatch
