// SPDX-License-Identifier: GPL-3.0-or-later
#include "glyphs.h"

#include <QPainter>

namespace rungwatch::theme {
namespace {

using breaker::Phase;
using fleet::Freshness;

/// Paints in the 16 x 16 grid that the glyphs are drawn on, whatever the box.
class Grid {
public:
    Grid(QPainter& painter, const QRectF& box, const QColor& fill, const QColor& outline)
        : m_painter(painter)
        , m_fill(fill)
        , m_outline(outline)
    {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(box.topLeft());
        painter.scale(box.width() / 16, box.height() / 16);
        setPen(1.5);
    }
    ~Grid() { m_painter.restore(); }
    Grid(const Grid&) = delete;
    Grid& operator=(const Grid&) = delete;

    void setPen(qreal width, Qt::PenStyle style = Qt::SolidLine)
    {
        QPen pen{m_fill, width, style, Qt::FlatCap, Qt::MiterJoin};
        if (style != Qt::SolidLine)
            pen.setDashPattern({2 / width, 1.6 / width});
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
    }
    void line(qreal x1, qreal y1, qreal x2, qreal y2) { m_painter.drawLine(QPointF{x1, y1}, QPointF{x2, y2}); }
    void ring(qreal x, qreal y, qreal r) { m_painter.drawEllipse(QPointF{x, y}, r, r); }
    void box(qreal x, qreal y, qreal w, qreal h) { m_painter.drawRect(QRectF{x, y, w, h}); }
    void arc(const QRectF& in, int from, int span) { m_painter.drawArc(in, from * 16, span * 16); }
    void disc(qreal x, qreal y, qreal r)
    {
        filled([&] { m_painter.drawEllipse(QPointF{x, y}, r, r); });
    }
    void block(qreal x, qreal y, qreal w, qreal h)
    {
        filled([&] { m_painter.drawRect(QRectF{x, y, w, h}); });
    }
    void shape(const QPolygonF& polygon)
    {
        filled([&] { m_painter.drawPolygon(polygon); });
    }
    void half(const QRectF& in)
    {
        filled([&] { m_painter.drawPie(in, -90 * 16, 180 * 16); });
    }
    void outlineShape(const QPolygonF& polygon) { m_painter.drawPolygon(polygon); }

private:
    template <class Draw> void filled(const Draw& draw)
    {
        m_painter.save();
        m_painter.setBrush(m_fill);
        if (m_outline == m_fill)
            m_painter.setPen(Qt::NoPen);
        else
            m_painter.setPen(QPen{m_outline, 1});
        draw();
        m_painter.restore();
    }

    QPainter& m_painter;
    QColor m_fill;
    QColor m_outline;
};

void paint(Grid& g, HealthLevel level)
{
    switch (level) {
    case HealthLevel::Healthy:
        g.setPen(2);
        g.ring(8, 8, 5);
        return;
    case HealthLevel::Degraded:
        g.shape({{{8, 2}, {15, 14}, {1, 14}}});
        return;
    case HealthLevel::Critical:
        g.shape({{{8, 0.5}, {15.5, 8}, {8, 15.5}, {0.5, 8}}});
        return;
    case HealthLevel::Unavailable:
        g.setPen(2);
        g.box(2, 2, 12, 12);
        g.line(3, 3, 13, 13);
        g.line(13, 3, 3, 13);
        return;
    case HealthLevel::Unknown:
        g.setPen(1.5, Qt::CustomDashLine);
        g.ring(8, 8, 6.5);
        g.setPen(1.5);
        g.arc({5.8, 4, 4.4, 4.4}, -60, 220);
        g.line(8, 8, 8, 9.8);
        g.disc(8, 11.6, 0.9);
        return;
    }
}

void bars(Grid& g, int thick)
{
    const qreal at[] = {3, 8, 13};
    for (int i = 0; i < 3; ++i) {
        if (i != thick)
            g.block(1.5, at[i] - 0.6, 13, 1.2);
    }
    if (thick >= 0)
        g.block(1, at[thick] - 2.2, 14, 4.4);
}

void paint(Grid& g, Mode mode)
{
    switch (mode) {
    case Mode::Primary:
        bars(g, 0);
        return;
    case Mode::Degraded:
        bars(g, 1);
        return;
    case Mode::Killed:
        g.block(1, 10.8, 14, 4.4);
        g.block(1.5, 7.4, 13, 1.2);
        g.setPen(1.8);
        g.line(4.5, 1, 11.5, 7);
        g.line(11.5, 1, 4.5, 7);
        return;
    case Mode::Forced:
        g.block(1, 5.8, 14, 4.4);
        g.block(1.5, 12.4, 13, 1.2);
        g.shape({{{4.5, 0.5}, {11.5, 0.5}, {8, 4.8}}});
        return;
    case Mode::Drill:
        g.block(1.5, 2.4, 13, 1.2);
        g.block(1.5, 12.4, 13, 1.2);
        g.setPen(1.3, Qt::CustomDashLine);
        g.box(1.6, 5.8, 12.8, 4.4);
        return;
    }
}

void paint(Grid& g, UnknownMode)
{
    g.setPen(1.4, Qt::CustomDashLine);
    for (const qreal y : {3, 8, 13})
        g.line(1.5, y, 14.5, y);
}

void terminals(Grid& g)
{
    g.disc(2.8, 10, 1.8);
    g.disc(13.2, 10, 1.8);
}

void paint(Grid& g, Phase phase)
{
    terminals(g);
    g.setPen(2);
    switch (phase) {
    case Phase::Closed:
        g.line(2.8, 10, 13.2, 10);
        return;
    case Phase::Open:
        g.line(2.8, 10, 11, 3);
        return;
    case Phase::HalfOpen:
        g.line(2.8, 10, 11.4, 6.6);
        g.block(12.4, 3.4, 1.4, 1.4);
        g.block(12.4, 0.8, 1.4, 1.4);
        return;
    case Phase::ForcedOpen:
        g.line(2.8, 10, 10, 3.6);
        g.line(13.2, 0.5, 13.2, 6.5);
        g.line(10.6, 3.5, 15.8, 3.5);
        return;
    case Phase::Disabled:
        g.setPen(1.6, Qt::CustomDashLine);
        g.line(2.8, 10, 13.2, 10);
        g.setPen(1.6);
        g.line(5.4, 14.4, 10.8, 5.2);
        return;
    }
}

void paint(Grid& g, UnknownPhase)
{
    terminals(g);
    g.block(6, 9.2, 1.6, 1.6);
    g.block(8.8, 9.2, 1.6, 1.6);
}

void paint(Grid& g, Freshness freshness)
{
    switch (freshness) {
    case Freshness::Fresh:
        g.disc(8, 8, 4.5);
        return;
    case Freshness::Late:
        g.ring(8, 8, 5);
        g.half({3.5, 3.5, 9, 9});
        return;
    case Freshness::Stale:
        g.setPen(1.5, Qt::CustomDashLine);
        g.ring(8, 8, 6.5);
        g.setPen(1.6);
        g.line(8, 4, 8, 8.6);
        g.line(8, 8.2, 11, 10);
        return;
    case Freshness::Unknown:
        g.setPen(1.5, Qt::CustomDashLine);
        g.ring(8, 8, 6.5);
        g.setPen(1.5);
        g.line(3.8, 12.2, 12.2, 3.8);
        return;
    }
}

const QPolygonF& palm()
{
    static const QPolygonF polygon{
        {{3.6, 7}, {12.6, 7}, {12.6, 10.6}, {10.6, 14.6}, {5.8, 14.6}, {1.4, 9.2}, {2.4, 8.2}, {3.6, 9.2}}};
    return polygon;
}

void hand(Grid& g, bool hollow)
{
    if (hollow) {
        g.setPen(1.3);
        g.outlineShape(QPolygonF{{{3.2, 8.6}, {13, 8.6}, {13, 10.4}, {10.8, 14.4}, {5.6, 14.4}, {3.2, 11.4}}});
        for (const qreal x : {4.2, 6.9, 9.6, 12.3})
            g.line(x, 8, x, x > 5 && x < 11 ? 2 : 4);
        return;
    }
    g.shape(palm());
    const qreal tops[] = {3.4, 1.4, 1.8, 3.6};
    for (int i = 0; i < 4; ++i)
        g.block(3.6 + i * 2.4, tops[i], 1.7, 7.5 - tops[i]);
}

void power(Grid& g)
{
    g.setPen(1.6);
    g.arc({3, 3.4, 10, 10}, 125, 290);
    g.line(8, 1.6, 8, 7.4);
}

void refused(Grid& g)
{
    g.setPen(2);
    g.ring(8, 8, 6);
    g.line(3.8, 12.2, 12.2, 3.8);
}

void note(Grid& g)
{
    g.setPen(1.5);
    g.outlineShape(QPolygonF{{{2.5, 2.5}, {13.5, 2.5}, {13.5, 9.5}, {9.5, 13.5}, {2.5, 13.5}}});
    g.line(5, 5.8, 11, 5.8);
    g.line(5, 8.6, 9, 8.6);
}

void paint(Grid& g, HandMark mark)
{
    switch (mark) {
    case HandMark::NotEngaged:
        power(g);
        return;
    case HandMark::Held:
        hand(g, false);
        return;
    case HandMark::Requested:
        hand(g, true);
        return;
    case HandMark::Unconfirmed:
        hand(g, true);
        g.block(14.2, 8, 1.6, 3.6);
        g.block(14.2, 12.8, 1.6, 1.6);
        return;
    case HandMark::Refused:
        refused(g);
        return;
    case HandMark::Note:
        note(g);
        return;
    }
}

void paint(Grid& g, std::monostate)
{
    g.block(6.5, 6.5, 3, 3);
}

/// What a colour says, whatever the thing.
enum class Tone { Normal, Quiet, Warn, Crit, Gone, Hand };

struct ToneOf {
    Tone operator()(std::monostate) const { return Tone::Quiet; }
    Tone operator()(HealthLevel level) const
    {
        const Tone tones[] = {Tone::Normal, Tone::Warn, Tone::Crit, Tone::Gone, Tone::Quiet};
        return tones[static_cast<std::size_t>(level)];
    }
    Tone operator()(Mode mode) const
    {
        return mode == Mode::Primary ? Tone::Normal : mode == Mode::Degraded ? Tone::Warn : Tone::Hand;
    }
    Tone operator()(UnknownMode) const { return Tone::Quiet; }
    Tone operator()(Phase phase) const
    {
        const Tone tones[] = {Tone::Normal, Tone::Crit, Tone::Warn, Tone::Hand, Tone::Hand};
        return tones[static_cast<std::size_t>(phase)];
    }
    Tone operator()(UnknownPhase) const { return Tone::Quiet; }
    Tone operator()(Freshness freshness) const
    {
        return freshness == Freshness::Stale  ? Tone::Warn
            : freshness == Freshness::Unknown ? Tone::Quiet
                                              : Tone::Normal;
    }
    Tone operator()(HandMark mark) const
    {
        const Tone tones[] = {Tone::Normal, Tone::Hand, Tone::Hand, Tone::Warn, Tone::Crit, Tone::Quiet};
        return tones[static_cast<std::size_t>(mark)];
    }
};

Tone toneOf(const Mark& mark)
{
    return std::visit(ToneOf{}, mark);
}

} // namespace

QColor fillOf(const Mark& mark, const Tokens& tokens)
{
    const QColor colours[] = {tokens.normal, tokens.t2, tokens.warn, tokens.crit, tokens.gone, tokens.hand};
    return colours[static_cast<std::size_t>(toneOf(mark))];
}

QColor wordColourOf(const Mark& mark, const Tokens& tokens)
{
    const QColor colours[] = {tokens.t2, tokens.t2, tokens.warnWord, tokens.crit, tokens.gone, tokens.hand};
    return colours[static_cast<std::size_t>(toneOf(mark))];
}

bool isAbnormal(const Mark& mark)
{
    const auto tone = toneOf(mark);
    return tone != Tone::Normal && tone != Tone::Quiet;
}

void paintMark(QPainter& painter, const QRectF& box, const Mark& mark, const Tokens& tokens)
{
    const auto fill = fillOf(mark, tokens);
    paintMark(painter, box, mark, fill, toneOf(mark) == Tone::Warn ? tokens.warnOutline : fill);
}

void paintMark(QPainter& painter, const QRectF& box, const Mark& mark, const QColor& fill, const QColor& outline)
{
    // Lines alone would be lost on white in a light warn: they take the outline's colour.
    const bool lines = std::holds_alternative<HandMark>(mark) || std::holds_alternative<Freshness>(mark);
    Grid grid{painter, box, lines ? outline : fill, outline};
    std::visit([&](const auto& one) { paint(grid, one); }, mark);
}

void paintRung(QPainter& painter, const QRectF& box, RungKind kind, const QColor& colour)
{
    Grid g{painter, box, colour, colour};
    switch (kind) {
    case RungKind::Primary:
        g.block(2, 2.5, 12, 11);
        return;
    case RungKind::Secondary:
        g.block(2, 2.5, 6, 11);
        g.setPen(1.3);
        g.box(9.2, 3.1, 4.6, 9.8);
        return;
    case RungKind::SmallModel:
        g.block(5, 8, 6, 6);
        return;
    case RungKind::Cache:
        g.setPen(1.4);
        g.arc({2.8, 2, 10.4, 4}, 0, 360);
        g.line(2.8, 4, 2.8, 12.2);
        g.line(13.2, 4, 13.2, 12.2);
        g.arc({2.8, 6, 10.4, 4}, 180, 180);
        g.arc({2.8, 10, 10.4, 4}, 180, 180);
        return;
    case RungKind::Rules:
        for (const qreal y : {3.5, 8.0, 12.5}) {
            g.block(1.5, y - 1, 2, 2);
            g.block(5.5, y - 0.7, 9, 1.4);
        }
        return;
    case RungKind::Template:
        g.setPen(1.4);
        g.outlineShape(QPolygonF{{{3, 1.8}, {9.6, 1.8}, {13, 5.2}, {13, 14.2}, {3, 14.2}}});
        g.line(5.4, 7.4, 10.6, 7.4);
        g.line(5.4, 10.6, 10.6, 10.6);
        return;
    case RungKind::QueueForPerson:
        g.setPen(1.5);
        g.ring(8, 5, 3);
        g.arc({2.6, 9, 10.8, 12}, 0, 180);
        return;
    case RungKind::Unavailable:
        g.setPen(1.4);
        g.box(2.5, 2.5, 11, 11);
        g.line(3, 3, 13, 13);
        g.line(13, 3, 3, 13);
        return;
    }
}

void paintSign(QPainter& painter, const QRectF& box, Sign sign, const QColor& colour)
{
    Grid g{painter, box, colour, colour};
    switch (sign) {
    case Sign::Lock:
        g.setPen(1.5);
        g.box(3, 7.4, 10, 6.6);
        g.arc({4.8, 2, 6.4, 8}, 0, 180);
        g.line(4.8, 6, 4.8, 7.4);
        g.line(11.2, 6, 11.2, 7.4);
        return;
    case Sign::Power:
        power(g);
        return;
    case Sign::Hand:
        hand(g, false);
        return;
    case Sign::HollowHand:
        hand(g, true);
        return;
    case Sign::Refused:
        refused(g);
        return;
    case Sign::Note:
        note(g);
        return;
    }
}

} // namespace rungwatch::theme
