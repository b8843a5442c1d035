// SPDX-License-Identifier: GPL-3.0-or-later
#include "breaker_table.h"

#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QMouseEvent>
#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;

Mark markOf(const BreakerRow& row)
{
    return row.phase ? Mark{*row.phase} : Mark{UnknownPhase{}};
}

QRect cellOf(const QRect& box, const BreakerColumns::Span& span)
{
    return {span.left, box.top(), std::max(0, span.width - 8), box.height()};
}

void drawAction(QPainter& painter, const QRect& box, const BreakerRow& row, const QFont& font, const QColor& colour)
{
    const QStringList wordings{row.action, row.actionShort.isEmpty() ? row.action : row.actionShort};
    theme::drawLine(painter, box, theme::fitting(wordings, font, box.width()), font, colour);
}

QRect buttonIn(const QRect& cell)
{
    return {cell.left(), cell.center().y() - 11, 84, 24};
}

} // namespace

BreakerColumns::BreakerColumns(int width)
    : folded(width < 1000)
    , narrow(width < 800)
{
    int x = padding;
    const auto take = [&](Span& span, int wanted) {
        span = {x, wanted};
        x += wanted;
    };
    take(state, folded ? 112 : 132);
    take(name, folded ? 196 : 208);
    take(rate, narrow ? 150 : folded ? 136 : 204);
    if (!folded)
        take(calls, 80);
    if (!narrow)
        take(inState, folded ? 88 : 116);
    if (!folded)
        take(opened, 68);
    take(probe, narrow ? 90 : folded ? 144 : 224);
    take(action, std::max(0, width - x));
}

BreakerTable::BreakerTable(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Breakers"));
}

void BreakerTable::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void BreakerTable::setGroups(const std::vector<BreakerGroup>& groups)
{
    if (groups == m_groups)
        return;
    m_groups = groups;
    setMinimumHeight(heightNeeded(width()));
    update();
}

void BreakerTable::setSelected(const QString& address)
{
    if (address == m_selected)
        return;
    m_selected = address;
    update();
}

std::vector<BreakerTable::Line> BreakerTable::lines(int atWidth) const
{
    const int tall = BreakerColumns{atWidth}.folded ? foldedRowHeight : rowHeight;
    std::vector<Line> found;
    int y = 0;
    for (const auto& group : m_groups) {
        found.push_back({&group, nullptr, {0, y, atWidth, groupHeight}, false});
        y += groupHeight;
        for (const auto& row : group.rows) {
            found.push_back({&group, &row, {0, y, atWidth, tall}, false});
            y += tall;
        }
        if (!group.folded.isEmpty()) {
            found.push_back({&group, nullptr, {0, y, atWidth, groupHeight}, true});
            y += groupHeight;
        }
    }
    return found;
}

int BreakerTable::heightNeeded(int atWidth) const
{
    const auto all = lines(atWidth);
    return all.empty() ? 0 : all.back().box.bottom() + 1;
}

int BreakerTable::heightWithin(int room, int atWidth) const
{
    int height = 0;
    for (const auto& line : lines(atWidth))
        if (const int below = line.box.bottom() + 1; below <= room)
            height = below;
    return height;
}

QSize BreakerTable::sizeHint() const
{
    return {width(), heightNeeded(width())};
}

QRect BreakerTable::rowOf(const QString& address) const
{
    for (const auto& line : lines(width()))
        if (line.row && line.row->address == address)
            return line.box;
    return {};
}

void BreakerTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setMinimumHeight(heightNeeded(width()));
}

void BreakerTable::mousePressEvent(QMouseEvent* event)
{
    for (const auto& line : lines(width())) {
        if (!line.row || !line.box.contains(event->position().toPoint()))
            continue;
        Q_EMIT breakerSelected(line.row->address);
        // The whole cell is the target: the button only opens the review card.
        const auto cell = BreakerColumns{width()}.action;
        if (line.row->canProbe && event->position().x() >= cell.left)
            Q_EMIT probeRequested(line.row->address);
        return;
    }
}

void BreakerTable::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    for (const auto& line : lines(width()))
        line.row          ? paintRow(painter, line.box, *line.row)
            : line.folded ? paintFolded(painter, line.box, *line.group)
                          : paintGroup(painter, line.box, *line.group);
}

void BreakerTable::paintFolded(QPainter& painter, const QRect& box, const BreakerGroup& group) const
{
    const BreakerColumns columns{width()};
    const QRect cell = cellOf(box, columns.state);
    theme::paintMark(
        painter, QRectF(cell.left(), cell.center().y() - 7.5, 16, 16), Mark{breaker::Phase::Closed}, *m_tokens);
    theme::drawLine(
        painter, box.adjusted(cell.left() + 26, 0, -padding, 0), group.folded, theme::wordFont(12), m_tokens->t3);
}

void BreakerTable::paintGroup(QPainter& painter, const QRect& box, const BreakerGroup& group) const
{
    painter.fillRect(box, m_tokens->bg2);
    const auto line = box.adjusted(padding, 0, -padding, 0);
    const int used = theme::drawLine(painter, line, group.title, theme::wordFont(11, QFont::DemiBold), m_tokens->t1);
    theme::drawLine(painter, line.adjusted(used + 8, 0, 0, 0), group.note, theme::wordFont(11), m_tokens->t2);
}

void BreakerTable::paintRow(QPainter& painter, const QRect& box, const BreakerRow& row) const
{
    const bool selected = row.address == m_selected;
    const bool open = row.phase == breaker::Phase::Open && !row.stale;
    painter.fillRect(box, open ? m_tokens->critbg : selected ? m_tokens->sel : m_tokens->bg1);
    if (row.stale)
        painter.fillRect(box, theme::hatchBrush(m_tokens->hatch, Qt::transparent));
    if (selected)
        painter.fillRect(QRect{box.left(), box.top(), 3, box.height()}, m_tokens->t1);
    painter.setPen(m_tokens->l1);
    painter.drawLine(box.bottomLeft(), box.bottomRight());

    const BreakerColumns columns{width()};
    paintState(painter, cellOf(box, columns.state), row);
    const auto weight = row.phase == breaker::Phase::Closed || row.stale ? QFont::Normal : QFont::DemiBold;
    theme::drawLine(painter, cellOf(box, columns.name), row.name, theme::wordFont(13, weight),
        row.stale ? m_tokens->t2 : m_tokens->t1);
    // What is only last known needs more words, and there is no time in state then.
    const BreakerColumns::Span known{columns.rate.left, columns.probe.left - columns.rate.left};
    paintRate(painter, cellOf(box, row.stale && columns.folded ? known : columns.rate), row);
    const auto figures = theme::figureFont(12);
    if (!columns.folded) {
        theme::drawLine(painter, cellOf(box, columns.calls).adjusted(0, 0, -16, 0), row.calls, figures, m_tokens->t2,
            Qt::AlignRight | Qt::AlignVCenter);
        theme::drawLine(painter, cellOf(box, columns.opened).adjusted(0, 0, -16, 0), row.opened, figures, m_tokens->t2,
            Qt::AlignRight | Qt::AlignVCenter);
    }
    if (!columns.narrow && (!row.stale || !columns.folded))
        theme::drawLine(painter, cellOf(box, columns.inState), row.inState, figures, m_tokens->t2);
    // Why there can be no probe counts more than that its countdown is not trusted.
    const bool joined = row.stale && columns.folded;
    const BreakerColumns::Span both{columns.probe.left, columns.probe.width + columns.action.width};
    if (!joined || row.action.isEmpty())
        paintProbe(painter, cellOf(box, joined ? both : columns.probe), row, columns.folded);
    if (!joined || !row.action.isEmpty())
        paintAction(painter, cellOf(box, joined ? both : columns.action), row);
}

void BreakerTable::paintState(QPainter& painter, const QRect& cell, const BreakerRow& row) const
{
    const Mark mark = row.stale ? Mark{UnknownPhase{}} : markOf(row);
    const QRectF glyph(cell.left(), cell.center().y() - 7.5, 16, 16);
    theme::paintMark(painter, glyph, mark, *m_tokens);
    const bool abnormal = theme::isAbnormal(mark);
    const auto font = theme::wordFont(12, abnormal || row.stale ? QFont::DemiBold : QFont::Normal);
    const auto word = row.stale ? format::word(std::optional<breaker::Phase>()) : format::word(row.phase);
    const auto box = cell.adjusted(26, 0, 8, 0);
    if (mark == Mark{breaker::Phase::HalfOpen} && m_tokens->warnMarker.alpha() > 0)
        painter.fillRect(
            QRect{box.left() - 3, cell.center().y() - 9, QFontMetrics{font}.horizontalAdvance(word) + 6, 19},
            m_tokens->warnMarker);
    theme::drawLine(painter, box, word, font, theme::wordColourOf(mark, *m_tokens));
}

void BreakerTable::paintRate(QPainter& painter, const QRect& cell, const BreakerRow& row) const
{
    if (row.stale) {
        theme::drawLine(painter, cell, row.lastKnown, theme::wordFont(12), m_tokens->t2);
        return;
    }
    if (!row.tripped.isEmpty()) {
        const auto font = theme::wordFont(12);
        theme::drawLine(painter, cell, theme::fitting(row.tripped, font, cell.width()), font, m_tokens->t1);
        return;
    }
    const QRect track{cell.left(), cell.center().y() - 2, cell.width() * (cell.width() < 160 ? 42 : 55) / 100, 6};
    painter.fillRect(track, m_tokens->bg3);
    if (row.rate) {
        const auto colour = row.phase == breaker::Phase::HalfOpen ? m_tokens->warn
            : row.overTrip                                        ? m_tokens->crit
                                                                  : m_tokens->normal;
        painter.fillRect(
            QRect{track.left(), track.top(), qRound(track.width() * std::clamp(*row.rate, 0.0, 1.0)), track.height()},
            colour);
    }
    if (row.trip) {
        const int x = track.left() + qRound(track.width() * std::clamp(*row.trip, 0.0, 1.0));
        painter.fillRect(QRect{std::min(x, track.right()), track.top() - 3, 1, track.height() + 6}, m_tokens->t2);
    }
    const auto text = cell.adjusted(track.width() + 8, 0, 0, 0);
    theme::drawLine(painter, text, row.rateText, theme::figureFont(12, row.overTrip ? QFont::DemiBold : QFont::Normal),
        row.overTrip ? m_tokens->t1 : m_tokens->t2);
}

void BreakerTable::paintProbe(QPainter& painter, const QRect& cell, const BreakerRow& row, bool folded) const
{
    if (row.stale) {
        theme::drawLine(painter, cell, row.probe, theme::wordFont(12), m_tokens->t2);
        return;
    }
    auto text = cell;
    if (row.probeFraction) {
        const QRect track{cell.left(), cell.center().y() - 2, !folded ? 80 : cell.width() < 100 ? 32 : 52, 6};
        painter.fillRect(track, m_tokens->bg3);
        painter.fillRect(QRect{track.left(), track.top(),
                             qRound(track.width() * std::clamp(*row.probeFraction, 0.0, 1.0)), track.height()},
            m_tokens->normal);
        text.adjust(track.width() + 8, 0, 0, 0);
    }
    const int used = theme::drawLine(painter, text, row.probe,
        theme::figureFont(12, row.probeFraction ? QFont::DemiBold : QFont::Normal),
        row.probeFraction ? m_tokens->t1 : m_tokens->t2);
    if (!folded)
        theme::drawLine(painter, text.adjusted(used + 8, 0, 0, 0), row.probeAt, theme::figureFont(11), m_tokens->t2);
}

void BreakerTable::paintAction(QPainter& painter, const QRect& cell, const BreakerRow& row) const
{
    if (!row.canProbe) {
        drawAction(painter, cell, row, theme::wordFont(12), m_tokens->t2);
        return;
    }
    const auto button = buttonIn(cell);
    painter.fillRect(button, m_tokens->bg3);
    painter.setPen(m_tokens->ctl);
    painter.drawRect(button.adjusted(0, 0, -1, -1));
    theme::drawLine(
        painter, button, QStringLiteral("Probe…"), theme::wordFont(12, QFont::Medium), m_tokens->t1, Qt::AlignCenter);
    const auto rest = cell.adjusted(button.width() + 8, 0, 0, 0);
    if (rest.width() > 40)
        drawAction(painter, rest, row, theme::wordFont(11), m_tokens->t2);
}

} // namespace rungwatch
