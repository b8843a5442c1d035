// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline_strip.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace rungwatch {
namespace {

constexpr int glyph = 14;
/// Two signs that stand closer are one.
constexpr int marksApart = 18;
constexpr int leastBlock = 2;

/// The bar of a row: abnormal.
QRect bar(const QRect& row, int from, int to)
{
    const int height = row.height() - 5;
    return {from, row.center().y() - height / 2, std::max(leastBlock, to - from), height};
}

/// The line of a row: normal.
QRect line(const QRect& row, int from, int to)
{
    return {from, row.center().y(), std::max(1, to - from), 2};
}

} // namespace

TimelineStrip::TimelineStrip(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Timeline of the recording"));
    setMouseTracking(false);
}

void TimelineStrip::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void TimelineStrip::setFolded(bool folded)
{
    m_folded = folded;
    update();
}

void TimelineStrip::setTimeline(const Timeline& timeline)
{
    if (timeline == m_timeline)
        return;
    m_timeline = timeline;
    update();
}

void TimelineStrip::setPlayhead(WallTime at)
{
    if (at == m_playhead)
        return;
    m_playhead = at;
    setAccessibleDescription(QStringLiteral("at %1 UTC").arg(format::utcSecond(at)));
    update();
}

void TimelineStrip::setLoop(const charts::TimeRange& loop)
{
    m_loop = loop;
    update();
}

void TimelineStrip::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    const auto parts = rows();
    paintLabels(painter, parts);
    if (parts.axis.isEmpty())
        return;
    paintLoop(painter, parts);
    paintLevels(painter, parts);
    paintModes(painter, parts);
    paintBreakers(painter, parts);
    paintPlayhead(painter, parts);
    paintMarks(painter, parts);
}

void TimelineStrip::paintLabels(QPainter& painter, const TimelineRows& rows) const
{
    const auto features = m_timeline.features;
    const std::pair<QRect, QString> labels[]{{rows.levels, QStringLiteral("Fleet level")},
        {rows.modes,
            features == 0 ? QStringLiteral("Modes")
                          : QStringLiteral("Mode, %1 feature%2")
                                .arg(features)
                                .arg(features == 1 ? QString{} : QStringLiteral("s"))},
        {rows.breakers, QStringLiteral("Breakers")}, {rows.marks, QStringLiteral("Operator, notes")},
        {rows.alarms, QStringLiteral("Alarms")}};
    for (const auto& [row, text] : labels)
        theme::drawLine(painter, {TimelineRows::padding, row.top(), TimelineRows::labelWidth - 8, row.height()}, text,
            theme::wordFont(11), m_tokens->t2);
    for (const auto& tick : rows.axis.ticks()) {
        painter.setPen(m_tokens->grid);
        painter.drawLine(tick.pixel, rows.head.bottom(), tick.pixel, rows.alarms.bottom());
        theme::drawLine(painter, {tick.pixel - 32, rows.labels.top(), 64, rows.labels.height()}, tick.label,
            theme::figureFont(11), m_tokens->t3, Qt::AlignCenter);
    }
}

void TimelineStrip::paintLoop(QPainter& painter, const TimelineRows& rows) const
{
    if (m_loop.to <= m_loop.from)
        return;
    const int from = rows.axis.pixelOf(m_loop.from);
    const int to = std::max(rows.axis.pixelOf(m_loop.to), from + 2);
    painter.fillRect(
        QRect{from, rows.head.bottom(), to - from, rows.alarms.bottom() - rows.head.bottom()}, m_tokens->bg3);
    painter.fillRect(QRect{from, rows.head.bottom() - 2, to - from, 2}, m_tokens->t2);
    const auto words =
        QStringLiteral("loop %1 to %2").arg(format::utcSecond(m_loop.from), format::utcSecond(m_loop.to));
    const auto font = theme::wordFont(11);
    const int wide = QFontMetrics{font}.horizontalAdvance(words) + 4;
    const int left = from - wide - 6 > rows.head.left() ? from - wide - 6 : to + 6;
    theme::drawLine(painter, {left, rows.head.top(), wide, rows.head.height()}, words, font, m_tokens->t2);
}

void TimelineStrip::paintBlock(
    QPainter& painter, const QRect& box, const QColor& fill, const QColor& words, const QString& text) const
{
    painter.fillRect(box, fill);
    const auto font = theme::wordFont(11, QFont::DemiBold);
    // Whole or not at all: a cut word says something else.
    if (QFontMetrics{font}.horizontalAdvance(text) + 10 <= box.width())
        theme::drawLine(painter, box.adjusted(5, -2, -5, 2), text, font, words);
}

void TimelineStrip::paintLevels(QPainter& painter, const TimelineRows& rows) const
{
    for (const auto& span : m_timeline.levels) {
        const int from = rows.axis.pixelOf(span.from);
        const int to = rows.axis.pixelOf(span.to);
        const auto length = format::roughLength(span.to - span.from);
        if (!span.level || *span.level == HealthLevel::Unknown) {
            const auto box = bar(rows.levels, from, to);
            painter.fillRect(box, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
            const auto words = span.level ? QStringLiteral("UNKNOWN") : QStringLiteral("not watched ") + length;
            const auto font = theme::wordFont(11);
            const int wide = QFontMetrics{font}.horizontalAdvance(words) + 10;
            if (wide > box.width())
                continue;
            painter.fillRect(QRect{box.left(), box.top(), wide, box.height()}, m_tokens->bg1);
            theme::drawLine(painter, box.adjusted(5, -2, 0, 2), words, font, m_tokens->t2);
        } else if (*span.level == HealthLevel::Healthy) {
            painter.fillRect(line(rows.levels, from, to), m_tokens->normal);
        } else {
            const auto words = *span.level == HealthLevel::Degraded ? m_tokens->onWarn : m_tokens->bg1;
            paintBlock(painter, bar(rows.levels, from, to), theme::fillOf(Mark{*span.level}, *m_tokens), words,
                format::word(*span.level) + QChar{0x00a0} + length);
        }
    }
}

void TimelineStrip::paintModes(QPainter& painter, const TimelineRows& rows) const
{
    if (m_timeline.features > 0)
        painter.fillRect(line(rows.modes, rows.axis.left, rows.axis.left + rows.axis.width), m_tokens->normal);
    for (const auto& span : m_timeline.modes) {
        const auto text = span.most == m_timeline.features && span.most > 1
            ? QStringLiteral("all %1 off their first rung").arg(span.most)
            : QStringLiteral("%1 off the first rung").arg(span.most);
        paintBlock(painter, bar(rows.modes, rows.axis.pixelOf(span.from), rows.axis.pixelOf(span.to)), m_tokens->warn,
            m_tokens->onWarn, text);
    }
}

void TimelineStrip::paintBreakers(QPainter& painter, const TimelineRows& rows) const
{
    painter.fillRect(line(rows.breakers, rows.axis.left, rows.axis.left + rows.axis.width), m_tokens->normal);
    for (const auto& span : m_timeline.breakers)
        painter.fillRect(bar(rows.breakers, rows.axis.pixelOf(span.from), rows.axis.pixelOf(span.to)),
            span.open ? m_tokens->crit : m_tokens->warn);
    // An opening within a longer stretch is a notch in it; alone it is a bar of its own.
    for (const auto& group : groupedMarks(m_timeline.marks, {TimelineMark::Kind::Opening}, rows.axis, 3)) {
        const auto box = bar(rows.breakers, group.pixel, group.pixel + leastBlock);
        painter.fillRect(QRect{box.left() - 1, box.top(), 1, box.height()}, m_tokens->bg1);
        painter.fillRect(box, m_tokens->crit);
    }
}

void TimelineStrip::paintMarks(QPainter& painter, const TimelineRows& rows) const
{
    using Kind = TimelineMark::Kind;
    paintMarks(painter, rows.marks,
        groupedMarks(m_timeline.marks, {Kind::OperatorAction, Kind::Note, Kind::Bookmark, Kind::Incident}, rows.axis,
            marksApart));
    paintMarks(painter, rows.alarms, groupedMarks(m_timeline.marks, {Kind::Alarm}, rows.axis, marksApart));
}

void TimelineStrip::paintMarks(QPainter& painter, const QRect& row, const std::vector<MarkGroup>& groups) const
{
    const auto font = theme::wordFont(11);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto& group = groups[i];
        paintSign(painter, QRectF(group.pixel - glyph / 2.0, row.center().y() - glyph / 2.0 + 1, glyph, glyph),
            group.first.kind);
        const int left = group.pixel + glyph / 2 + 5;
        const int end = i + 1 < groups.size() ? groups[i + 1].pixel - glyph / 2 - 4 : row.right();
        const auto text = group.count > 1 ? QStringLiteral("%1, and %2 more").arg(group.first.text).arg(group.count - 1)
                                          : group.first.text;
        const auto shown =
            theme::fitting({text, group.count > 1 ? QString::number(group.count) : QString{}}, font, end - left);
        // Half a sentence is better than none only where it is a good half.
        const int wide = QFontMetrics{font}.horizontalAdvance(shown);
        if (wide > end - left && end - left <= 80)
            continue;
        const QRect words{left, row.top(), std::max(0, std::min(wide + 2, end - left)), row.height()};
        // The playhead gives way to words.
        if (const int x = rows().axis.pixelOf(m_playhead); words.left() - 2 <= x && x <= words.right() + 2)
            painter.fillRect(words.adjusted(-2, 0, 2, 0), m_tokens->bg1);
        theme::drawLine(painter, words, shown, font, m_tokens->t2);
    }
}

void TimelineStrip::paintSign(QPainter& painter, const QRectF& box, TimelineMark::Kind kind) const
{
    using Kind = TimelineMark::Kind;
    if (kind == Kind::OperatorAction)
        return theme::paintSign(painter, box, theme::Sign::Hand, m_tokens->hand);
    if (kind == Kind::Note)
        return theme::paintSign(painter, box, theme::Sign::Note, m_tokens->t1);
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.translate(box.topLeft());
    if (kind == Kind::Incident) { // a flag: a person put it there
        painter.setBrush(m_tokens->hand);
        painter.drawRect(QRectF(2, 0, 2, 14));
        painter.drawPolygon(QPolygonF{{4, 1}, {13, 1}, {10, 4.5}, {13, 8}, {4, 8}});
    } else if (kind == Kind::Bookmark) {
        painter.setBrush(m_tokens->t1);
        painter.drawPolygon(QPolygonF{{3, 1}, {11, 1}, {11, 13}, {7, 9}, {3, 13}});
    } else { // a bell
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(m_tokens->crit);
        painter.drawRect(QRectF(6, 0, 2, 2));
        painter.drawPie(QRectF(3, 1, 8, 10), 0, 180 * 16);
        painter.drawPolygon(QPolygonF{{3, 6}, {11, 6}, {13, 11}, {1, 11}});
        painter.drawEllipse(QRectF(5.5, 11, 3, 3));
    }
    painter.restore();
}

void TimelineStrip::paintPlayhead(QPainter& painter, const TimelineRows& rows) const
{
    const int x = rows.axis.pixelOf(m_playhead);
    painter.fillRect(
        QRect{x - 1, rows.head.bottom() - 2, 2, rows.alarms.bottom() - rows.head.bottom() + 4}, m_tokens->t1);
    const auto font = theme::figureFont(12, QFont::DemiBold);
    const auto text = format::utcSecond(m_playhead);
    const int wide = QFontMetrics{font}.horizontalAdvance(text) + 14;
    const QRect flag{
        std::clamp(x - wide / 2, rows.head.left() - 40, width() - TimelineRows::padding - wide + 8), 1, wide, 17};
    painter.fillRect(flag, m_tokens->t1);
    theme::drawLine(painter, flag, text, font, m_tokens->bg0, Qt::AlignCenter);
}

QString TimelineStrip::hint(const QPoint& at) const
{
    const auto parts = rows();
    if (at.y() < parts.levels.top() || at.y() > parts.alarms.bottom() || parts.axis.isEmpty())
        return {};
    QStringList lines;
    for (const auto& mark : m_timeline.marks) {
        const auto& row = mark.kind == TimelineMark::Kind::Opening ? parts.breakers
            : mark.kind == TimelineMark::Kind::Alarm               ? parts.alarms
                                                                   : parts.marks;
        const bool inRow = row.adjusted(0, 0, 0, 1).contains(at);
        if (inRow && std::abs(parts.axis.pixelOf(mark.at) - at.x()) <= glyph / 2 && lines.size() < 8)
            lines << format::utcSecond(mark.at) + QStringLiteral("  ") + mark.text;
    }
    return lines.isEmpty() ? format::utcSecond(parts.axis.timeAt(at.x())) + QStringLiteral(" UTC")
                           : lines.join(QLatin1Char{'\n'});
}

bool TimelineStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    // Never read as markup, since marks hold what people typed: a tip takes for markup what looks like it.
    const auto text = hint(help->pos());
    QToolTip::showText(help->globalPos(),
        text.isEmpty() ? QString{} : QStringLiteral("<p style='white-space:pre'>%1</p>").arg(text.toHtmlEscaped()),
        this);
    return true;
}

void TimelineStrip::mousePressEvent(QMouseEvent* event)
{
    const auto parts = rows();
    const int x = qRound(event->position().x());
    if (event->button() != Qt::LeftButton || parts.axis.isEmpty() || x < parts.axis.left - 6)
        return QWidget::mousePressEvent(event);
    const auto at = parts.axis.timeAt(x);
    if (event->modifiers() & Qt::ShiftModifier) {
        m_loopFrom = at;
        Q_EMIT loopRequested({});
        return;
    }
    m_dragging = true;
    Q_EMIT seekRequested(at);
}

void TimelineStrip::mouseMoveEvent(QMouseEvent* event)
{
    const auto at = rows().axis.timeAt(qRound(event->position().x()));
    if (m_loopFrom)
        setLoop({std::min(*m_loopFrom, at), std::max(*m_loopFrom, at)});
    else if (m_dragging)
        Q_EMIT seekRequested(at);
}

void TimelineStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const auto from = std::exchange(m_loopFrom, std::nullopt);
    m_dragging = false;
    if (!from)
        return;
    const auto at = rows().axis.timeAt(qRound(event->position().x()));
    if (at != *from)
        Q_EMIT loopRequested({std::min(*from, at), std::max(*from, at)});
}

} // namespace rungwatch
