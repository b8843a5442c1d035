// SPDX-License-Identifier: GPL-3.0-or-later
#include "what_if_lanes.h"

#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QPainter>

#include <algorithm>

namespace rungwatch {
namespace {

constexpr int headHeight = 22;
constexpr int modeHeight = 14;
constexpr int leastShare = 24;
constexpr int mostShare = 56;
constexpr int breakerLane = 16;
constexpr int breakerHeight = headHeight + 2 * breakerLane + 4;
constexpr int glyph = 12;

QBrush brushOf(const theme::Ink& ink)
{
    return ink.hatched ? theme::hatchBrush(ink.edge, ink.fill, 6) : QBrush{ink.fill};
}

/// Neighbouring intervals that look alike are one block.
template <class Same> std::size_t blockEnd(const lab::Lane& lane, std::size_t first, const Same& same)
{
    auto next = first + 1;
    while (next < lane.size() && same(lane[next]) && lane[next].from <= lane[next - 1].to)
        ++next;
    return next;
}

} // namespace

WhatIfLanes::WhatIfLanes(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("As recorded, and as it would have been"));
}

void WhatIfLanes::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void WhatIfLanes::setResult(std::shared_ptr<const WhatIfResult> result)
{
    m_result = std::move(result);
    QStringList figures;
    if (m_result)
        for (const auto& figure : totalFiguresOf(m_result->features))
            figures << figure.label + QLatin1Char{' '} + figure.text();
    setAccessibleDescription(figures.join(QStringLiteral(", ")));
    layOut();
}

void WhatIfLanes::setRoom(int height)
{
    m_room = height;
    layOut();
}

int WhatIfLanes::laneHeight() const
{
    return modeHeight + m_shareHeight + 3;
}

int WhatIfLanes::featureHeight() const
{
    return headHeight + 2 * laneHeight() + 6;
}

void WhatIfLanes::layOut()
{
    m_shareHeight = leastShare;
    const auto lanes = m_result ? 2 * static_cast<int>(m_result->features.size()) : 0;
    if (lanes > 0)
        m_shareHeight = std::clamp(leastShare + (m_room - sizeHint().height()) / lanes, leastShare, mostShare);
    setFixedHeight(sizeHint().height());
    update();
}

void WhatIfLanes::setAxis(const TimelineAxis& axis)
{
    m_axis = axis;
    update();
}

void WhatIfLanes::setPlayhead(WallTime at)
{
    m_playhead = at;
    update();
}

/// Those that moved in either lane.
std::vector<const lab::WhatIfBreaker*> WhatIfLanes::shownBreakers() const
{
    std::vector<const lab::WhatIfBreaker*> shown;
    for (const auto& breaker : m_result->breakers)
        if (!breaker.recorded.spans.empty() || !breaker.otherwise.spans.empty())
            shown.push_back(&breaker);
    return shown;
}

QSize WhatIfLanes::sizeHint() const
{
    if (!m_result)
        return {200, 60};
    const auto features = static_cast<int>(m_result->features.size());
    const auto breakers = static_cast<int>(shownBreakers().size());
    return {200,
        2 * headHeight + 4 + features * featureHeight() + (breakers > 0 ? breakers * breakerHeight : headHeight) + 4};
}

void WhatIfLanes::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    if (!m_result || m_axis.isEmpty())
        return;
    int y = 2;
    if (!m_result->features.empty())
        paintFigures(painter, {TimelineRows::padding, y, width() - 2 * TimelineRows::padding, headHeight},
            QStringLiteral("All features"), QStringLiteral("time and switches of the one with the most"),
            totalFiguresOf(m_result->features));
    y += headHeight + 2;
    const auto head = [&](int top) {
        painter.fillRect(QRect{0, top, width(), 1}, m_tokens->l1);
        return QRect{TimelineRows::padding, top + 1, width() - 2 * TimelineRows::padding, headHeight};
    };
    for (const auto& feature : m_result->features) {
        paintFigures(painter, head(y), QString::fromStdString(feature.name),
            QStringLiteral("on ") + QString::fromStdString(feature.service), figuresOf(feature));
        paintLabel(painter, {0, y + headHeight, 0, laneHeight()}, QStringLiteral("as recorded"));
        paintLane(painter, y + headHeight, feature, feature.recorded);
        paintLabel(painter, {0, y + headHeight + laneHeight(), 0, laneHeight()}, QStringLiteral("otherwise"));
        paintLane(painter, y + headHeight + laneHeight(), feature, feature.otherwise);
        y += featureHeight();
    }
    const auto breakers = shownBreakers();
    if (breakers.empty())
        theme::drawLine(painter, head(y),
            m_result->services.isEmpty() ? QStringLiteral("no breaker of the console's own is recorded")
                                         : QStringLiteral("Own breakers: all closed throughout, in both lanes"),
            theme::wordFont(12), m_tokens->t3);
    for (const auto* breaker : breakers) {
        paintFigures(painter, head(y), QStringLiteral("own:") + QString::fromStdString(breaker->endpoint),
            QStringLiteral("breaker around the console's polls"), figuresOf(*breaker));
        paintLabel(painter, {0, y + headHeight, 0, breakerLane}, QStringLiteral("as recorded"));
        paintBreaker(painter, y + headHeight, breaker->recorded);
        paintLabel(painter, {0, y + headHeight + breakerLane, 0, breakerLane}, QStringLiteral("otherwise"));
        paintBreaker(painter, y + headHeight + breakerLane, breaker->otherwise);
        y += breakerHeight;
    }
    if (!m_result->features.empty())
        paintLegend(painter, {TimelineRows::padding, y + (breakers.empty() ? headHeight : 0), width(), headHeight});
    painter.fillRect(QRect{m_axis.pixelOf(m_playhead) - 1, headHeight + 4, 1, y - headHeight - 4}, m_tokens->t1);
}

/// What the shares' inks are, in the order in which they stand.
void WhatIfLanes::paintLegend(QPainter& painter, const QRect& row) const
{
    const std::pair<RungKind, QString> kinds[]{{RungKind::Primary, QStringLiteral("primary")},
        {RungKind::Secondary, QStringLiteral("secondary")}, {RungKind::SmallModel, QStringLiteral("small model")},
        {RungKind::Cache, QStringLiteral("cache")}, {RungKind::Rules, QStringLiteral("rules, list, template")},
        {RungKind::Unavailable, QStringLiteral("unavailable, queued")}};
    const auto font = theme::wordFont(11);
    int x =
        row.left() + theme::drawLine(painter, row, QStringLiteral("Requests, from below:"), font, m_tokens->t3) + 10;
    const auto put = [&](const QBrush& brush, const QColor& edge, const QString& text) {
        const QRect box{x, row.top() + (row.height() - 10) / 2, 14, 10};
        painter.fillRect(box, brush);
        painter.fillRect(QRect{box.left(), box.top(), box.width(), 1}, edge);
        x += 19;
        x += theme::drawLine(painter, {x, row.top(), 320, row.height()}, text, font, m_tokens->t2) + 14;
    };
    for (const auto& [kind, text] : kinds)
        put(brushOf(m_tokens->ink(kind)), m_tokens->ink(kind).edge, text);
    put(theme::hatchBrush(m_tokens->t1, m_tokens->bg1, 8), m_tokens->bg1,
        QStringLiteral("estimated: nobody asked so as recorded"));
}

void WhatIfLanes::paintLabel(QPainter& painter, const QRect& row, const QString& text) const
{
    theme::drawLine(painter, {TimelineRows::padding, row.top(), TimelineRows::labelWidth - 8, row.height() - 2}, text,
        theme::wordFont(11), m_tokens->t2);
}

void WhatIfLanes::paintFigures(QPainter& painter, const QRect& row, const QString& name, const QString& where,
    const std::vector<WhatIfFigure>& figures) const
{
    // From the right: the figures are what is looked for.
    int right = row.right();
    for (auto figure = figures.rbegin(); figure != figures.rend(); ++figure) {
        const auto differs = !figure->difference().isEmpty();
        const auto weight = differs ? QFont::DemiBold : QFont::Normal;
        const auto put = [&](const QString& text, const QFont& font, const QColor& colour) {
            const int wide = QFontMetrics{font}.horizontalAdvance(text);
            theme::drawLine(painter, {right - wide, row.top(), wide + 2, row.height()}, text, font, colour);
            right -= wide + 6;
        };
        if (differs)
            put(figure->difference(), theme::figureFont(12, QFont::DemiBold), m_tokens->t1);
        put(figure->text(), theme::figureFont(12, weight), differs ? m_tokens->t1 : m_tokens->t3);
        put(figure->label, theme::wordFont(12, weight), differs ? m_tokens->t1 : m_tokens->t3);
        right -= 14;
    }
    const auto font = theme::wordFont(13, QFont::DemiBold);
    const int wide = theme::drawLine(
        painter, {row.left(), row.top(), std::max(0, right - row.left()), row.height()}, name, font, m_tokens->t1);
    const int left = row.left() + wide + 10;
    if (right - left > 120)
        theme::drawLine(
            painter, {left, row.top(), right - left, row.height()}, where, theme::wordFont(12), m_tokens->t3);
}

void WhatIfLanes::paintLane(QPainter& painter, int top, const lab::WhatIfFeature& feature, const lab::Lane& lane) const
{
    paintModes(painter, top, lane);
    for (std::size_t i = 0; i < lane.size();) {
        const auto next = blockEnd(lane, i, [&](const lab::LaneInterval& interval) {
            return interval.served == lane[i].served && interval.estimated == lane[i].estimated;
        });
        const int from = m_axis.pixelOf(lane[i].from);
        const int to = std::max(from + 1, m_axis.pixelOf(lane[next - 1].to));
        paintInterval(painter, {from, top + modeHeight, to - from, m_shareHeight}, feature, lane[i]);
        i = next;
    }
    for (std::size_t i = 0; i < lane.size();) {
        const auto next = blockEnd(
            lane, i, [&](const lab::LaneInterval& interval) { return interval.estimated == lane[i].estimated; });
        const int from = m_axis.pixelOf(lane[i].from);
        if (lane[i].estimated)
            paintEstimated(painter,
                {from, top + modeHeight, std::max(1, m_axis.pixelOf(lane[next - 1].to) - from), m_shareHeight});
        i = next;
    }
}

/// Who served, from the first rung at the bottom to the honest end at the top.
void WhatIfLanes::paintInterval(
    QPainter& painter, const QRect& box, const lab::WhatIfFeature& feature, const lab::LaneInterval& interval) const
{
    painter.fillRect(box, m_tokens->bg2);
    std::int64_t all = 0;
    for (const auto& [rung, requests] : interval.served)
        all += requests;
    if (all <= 0)
        return;
    std::int64_t below = 0;
    for (const auto& rung : feature.ladder) {
        const auto found = interval.served.find(rung.name);
        if (found == interval.served.end() || found->second <= 0)
            continue;
        const auto levelOf = [&](std::int64_t requests) {
            return box.bottom() + 1 - static_cast<int>(requests * box.height() / all);
        };
        const int bottom = levelOf(below);
        below += found->second;
        const int top = std::min(levelOf(below), bottom - 1);
        const auto ink = m_tokens->ink(rung.kind);
        const QRect part{box.left(), top, box.width(), bottom - top};
        painter.fillRect(part, brushOf(ink));
        painter.fillRect(QRect{part.left(), part.top(), part.width(), 1}, ink.edge);
    }
}

void WhatIfLanes::paintModes(QPainter& painter, int top, const lab::Lane& lane) const
{
    for (std::size_t i = 0; i < lane.size();) {
        const auto next =
            blockEnd(lane, i, [&](const lab::LaneInterval& interval) { return interval.mode == lane[i].mode; });
        const int from = m_axis.pixelOf(lane[i].from);
        const int to = std::max(from + 1, m_axis.pixelOf(lane[next - 1].to));
        const auto mode = lane[i].mode;
        i = next;
        if (mode == Mode::Primary) {
            painter.fillRect(QRect{from, top + modeHeight / 2, to - from, 2}, m_tokens->normal);
            continue;
        }
        const QRect box{from, top + 1, to - from, modeHeight - 2};
        const Mark mark = mode ? Mark{*mode} : Mark{UnknownMode{}};
        if (mode)
            painter.fillRect(box, theme::fillOf(mark, *m_tokens));
        else
            painter.fillRect(box, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
        const auto word = format::word(mode);
        const auto font = theme::wordFont(11, QFont::DemiBold);
        const int wide = QFontMetrics{font}.horizontalAdvance(word);
        const auto ink = mode == Mode::Degraded ? m_tokens->onWarn : mode ? m_tokens->bg0 : m_tokens->t2;
        if (box.width() >= glyph + 4)
            theme::paintMark(painter, QRectF(box.left() + 2, box.top(), glyph, glyph), mark, ink, ink);
        if (box.width() >= glyph + wide + 14)
            theme::drawLine(painter, box.adjusted(glyph + 7, -2, 0, 2), word, font, ink);
    }
}

void WhatIfLanes::paintBreaker(QPainter& painter, int top, const lab::BreakerLane& lane) const
{
    painter.fillRect(QRect{m_axis.left, top + breakerLane / 2 - 1, m_axis.width, 2}, m_tokens->normal);
    const auto boxOf = [&](const lab::WallSpan& span) {
        const int from = m_axis.pixelOf(span.from);
        return QRect{from, top + 1, std::max(2, m_axis.pixelOf(span.to) - from), breakerLane - 4};
    };
    const auto isEstimated = [&](const lab::WallSpan& span) {
        return std::ranges::any_of(
            lane.estimated, [&](const lab::WallSpan& other) { return other.from < span.to && span.from < other.to; });
    };
    const auto font = theme::wordFont(11, QFont::DemiBold);
    for (const auto& [span, phase] : lane.spans) {
        const auto box = boxOf(span);
        painter.fillRect(box, theme::fillOf(Mark{phase}, *m_tokens));
        const auto word = format::word(std::optional(phase));
        // Under the hatch nobody could read it.
        if (!isEstimated(span) && box.width() >= QFontMetrics{font}.horizontalAdvance(word) + 12)
            theme::drawLine(painter, box.adjusted(5, -2, -5, 2), word, font,
                phase == breaker::Phase::HalfOpen ? m_tokens->onWarn : m_tokens->bg1);
    }
    for (const auto& span : lane.estimated)
        paintEstimated(painter, boxOf(span).adjusted(0, -1, 0, 1));
}

/// Hatched, in a frame, with the word where it fits.
void WhatIfLanes::paintEstimated(QPainter& painter, const QRect& box) const
{
    painter.fillRect(box, theme::hatchBrush(m_tokens->t1, Qt::transparent, 8));
    const auto word = QStringLiteral("estimated");
    const auto font = theme::wordFont(11);
    const int wide = QFontMetrics{font}.horizontalAdvance(word) + 8;
    if (wide + 4 > box.width())
        return;
    const QRect words{box.left() + 2, box.top() + std::max(0, (box.height() - 16) / 2), wide, 16};
    painter.fillRect(words.intersected(box), m_tokens->bg1);
    theme::drawLine(painter, words.adjusted(4, 0, 0, 0), word, font, m_tokens->t1);
}

} // namespace rungwatch
