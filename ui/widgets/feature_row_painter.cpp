// SPDX-License-Identifier: GPL-3.0-or-later
#include "feature_row_painter.h"

#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"
#include "ui/widgets/painting.h"
#include "ui/widgets/rung_cell_painter.h"

#include <QPainter>

namespace rungwatch {
namespace {

Mark modeMark(const FeatureRow& row)
{
    return row.stale || !row.mode.mode ? Mark{UnknownMode{}} : Mark{*row.mode.mode};
}

} // namespace

FeatureRowPainter::FeatureRowPainter(QPainter& painter, const theme::Tokens& tokens, const QRect& box, bool selected)
    : m_painter(painter)
    , m_tokens(tokens)
    , m_box(box)
    , m_selected(selected)
    , m_columns(FeatureColumns::of(box.width()))
{
}

void FeatureRowPainter::paint(const FeatureRow& row)
{
    if (m_selected) {
        m_painter.fillRect(m_box, m_tokens.sel);
        m_painter.fillRect(QRect{m_box.left(), m_box.top(), 3, m_box.height()}, m_tokens.t1);
    }
    paintName(row);
    paintLadder(row);
    paintMode(row);
    paintCache(row);
    paintKill(row);
    m_painter.fillRect(m_box.left(), m_box.bottom(), m_box.width(), 1, m_tokens.l1);
}

QRect FeatureRowPainter::killButton(const QRect& box)
{
    const auto columns = FeatureColumns::of(box.width());
    return {columns.kill, box.top() + (box.height() >= tallRow ? 13 : 9), std::min(columns.killWidth, 68), 44};
}

QString FeatureRowPainter::missingRung(LadderColumn column)
{
    constexpr std::array<const char*, ladderColumns> words{
        "no primary", "no secondary", "no small model", "no cache rung", "no rules or list", "no last rung"};
    return QString::fromLatin1(words[static_cast<std::size_t>(column)]);
}

void FeatureRowPainter::paintName(const FeatureRow& row)
{
    const auto& t = m_tokens;
    const int nameTop = m_box.top() + (isTall() ? 10 : 9);
    theme::drawLine(m_painter, {m_columns.name, nameTop, m_columns.nameWidth, 20},
        format::plainLine(row.name.toStdString()), theme::wordFont(isTall() ? 14 : 13, QFont::DemiBold), t.t1);
    const int levelTop = m_box.top() + (isTall() ? 33 : 29);
    theme::paintMark(m_painter, QRectF(m_columns.name, levelTop + 1, 14, 14), row.level, t);
    const QRect level{m_columns.name + 22, levelTop, m_columns.nameWidth - 22, 16};
    const int wide =
        paint::word(m_painter, level, format::word(row.level), theme::wordFont(12, QFont::DemiBold), row.level, t);
    theme::drawLine(m_painter, level.adjusted(wide + 7, 0, 0, 0), row.rank, theme::wordFont(11), t.t3);
    if (!isTall())
        return;
    const QRect sentence{m_columns.name, m_box.top() + 54, m_columns.nameWidth, 56};
    const QFontMetrics usual{theme::wordFont(12)};
    // Three lines, or four smaller ones.
    const bool fits = usual.boundingRect(sentence, Qt::TextWordWrap, row.sentence).height() <= 3 * usual.height();
    paint::lines(m_painter, sentence, row.sentence, theme::wordFont(fits ? 12 : 11), t.t2, fits ? 16 : 14);
}

void FeatureRowPainter::paintLadder(const FeatureRow& row)
{
    RungCellPainter cells{
        m_painter, m_tokens, row.stale, m_columns.namesRungs(), m_selected ? m_tokens.sel : m_tokens.bg1};
    for (std::size_t i = 0; i < ladderColumns; ++i)
        cells.paint(m_columns.cell(i, m_box.top() + (isTall() ? 14 : 10), isTall() ? 86 : 50), row.columns[i],
            missingRung(static_cast<LadderColumn>(i)), modeMark(row));
}

void FeatureRowPainter::paintMode(const FeatureRow& row)
{
    const auto& t = m_tokens;
    const int top = m_box.top() + (isTall() ? 12 : 7);
    const auto mark = modeMark(row);
    theme::paintMark(m_painter, QRectF(m_columns.mode, top + 1, 15, 15), mark, t);
    QRect first{m_columns.mode + 22, top, m_columns.modeWidth - 22, 17};
    const int wide = paint::word(m_painter, first, format::word(row.stale ? std::nullopt : row.mode.mode),
        theme::wordFont(12, QFont::DemiBold), mark, t);
    if (!row.stale) {
        first.adjust(wide + 7, 0, 0, 0);
        if (isTall())
            first.adjust(
                theme::drawLine(m_painter, first, QStringLiteral("mode"), theme::wordFont(12), t.t3) + 7, 0, 0, 0);
        theme::drawLine(m_painter, first, row.mode.since, theme::figureFont(12), t.t2);
    }
    paintModeBelow({m_columns.mode, top + 20, m_columns.modeWidth, m_box.bottom() - top - 22}, row);
}

void FeatureRowPainter::paintHold(const QRect& line, std::uint64_t healthy, std::uint64_t hold)
{
    constexpr std::uint64_t mostDots = 6;
    qreal x = line.left() + 5;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen{m_tokens.normal, 1.3});
    for (std::uint64_t i = 0; i < std::min(hold, mostDots); ++i, x += 14) {
        m_painter.setBrush(i < healthy ? QBrush{m_tokens.normal} : QBrush{Qt::NoBrush});
        m_painter.drawEllipse(QPointF{x, line.center().y() + 0.5}, 4, 4);
    }
    m_painter.restore();
    theme::drawLine(m_painter, line.adjusted(static_cast<int>(x) - line.left(), 0, 0, 0),
        QStringLiteral("%1 of %2 healthy").arg(healthy).arg(hold), theme::wordFont(12), m_tokens.t1);
}

void FeatureRowPainter::paintModeBelow(const QRect& lines, const FeatureRow& row)
{
    const auto& t = m_tokens;
    const auto detail = theme::wordFont(isTall() ? 12 : 11);
    const int high = isTall() ? 17 : 18;
    int y = lines.top();
    const auto put = [&](const QString& text, const QColor& colour) {
        if (!text.isEmpty() && y + high <= lines.bottom() + 3) {
            theme::drawLine(m_painter, {lines.left(), y, lines.width(), high}, text, detail, colour);
            y += high;
        }
    };
    if (row.kill.command) {
        paint::word(m_painter, {lines.left(), y, lines.width(), high}, row.kill.commandWord,
            theme::wordFont(12, QFont::DemiBold), *row.kill.command, t);
        y += high;
        put(row.kill.commandDetail, t.t2);
    }
    // In two lines where one does not hold it and what comes after, `reserve` lines, has room still.
    const auto putWrapped = [&](const QString& text, const QColor& colour, int reserve) {
        const bool fits = QFontMetrics{detail}.horizontalAdvance(text) <= lines.width();
        if (fits || y + (2 + reserve) * high > lines.bottom() + 3)
            return put(text, colour);
        paint::lines(m_painter, {lines.left(), y, lines.width(), 2 * high}, text, detail, colour, high);
        y += 2 * high;
    };
    if (row.stale && isTall()) {
        putWrapped(row.lastKnown, t.t2, 1);
        return put(QStringLiteral("return clock stopped"), t.t3);
    }
    if (row.stale)
        return paint::lines(
            m_painter, {lines.left(), y, lines.width(), lines.bottom() + 3 - y}, row.lastKnown, detail, t.t2, 16);
    if (row.mode.hold && row.mode.healthy && !row.kill.command) {
        paintHold({lines.left(), y, lines.width(), high}, *row.mode.healthy, *row.mode.hold);
        y += high;
    }
    // Where a command is shown there is no room for why the mode is what it is.
    const bool withDetails = !row.kill.command && (isTall() || row.mode.clock.isEmpty());
    for (const auto& line : row.mode.details) {
        if (withDetails)
            putWrapped(line, isTall() ? t.t2 : t.t3, row.mode.clock.isEmpty() ? 0 : 1);
    }
    const auto both =
        row.mode.clockLeft.isEmpty() ? row.mode.clock : row.mode.clock + QStringLiteral(", ") + row.mode.clockLeft;
    const bool fits = QFontMetrics{detail}.horizontalAdvance(both) <= lines.width();
    put(fits ? both : row.mode.clock, isTall() ? t.t2 : t.t3);
}

void FeatureRowPainter::paintCache(const FeatureRow& row)
{
    const auto& t = m_tokens;
    const auto& cache = row.cache;
    const int top = m_box.top() + (isTall() ? 10 : 6);
    const auto small = theme::wordFont(isTall() ? 12 : 11);
    if (cache.state == CacheCell::State::None) {
        theme::drawLine(m_painter, {m_columns.cache, top, m_columns.cacheWidth, 20},
            row.lastKnown == QLatin1String{"never read"} ? QStringLiteral("unknown") : QStringLiteral("no cache"),
            small, t.t3);
        return;
    }
    const bool known = cache.state == CacheCell::State::Known;
    const QRect first{m_columns.cache, top, m_columns.cacheWidth, 20};
    const auto age = cache.age.isEmpty() ? QStringLiteral("?") : cache.age + QChar{0x00a0} + cache.unit;
    const int px = isTall() ? 16 : 14;
    const int wide = theme::drawFigure(m_painter, first, age, px, cache.over ? t.crit : known ? t.t1 : t.t3, t.t2);
    if (!known && !cache.age.isEmpty())
        m_painter.fillRect(QRect{first.left(), first.center().y() + 1, wide, 1}, t.t3);
    if (!cache.limit.isEmpty())
        theme::drawLine(m_painter, first.adjusted(wide + 7, 0, 0, 0), QStringLiteral("/ ") + cache.limit,
            theme::figureFont(12), t.t3);
    const QRect track{m_columns.cache, top + 22, std::min(m_columns.cacheWidth, 94), 7};
    constexpr double limitAt = 0.8;
    if (known)
        paint::bar(m_painter, track, cache.fraction * limitAt, t.bg3, cache.over ? t.crit : t.normal);
    else
        m_painter.fillRect(track, theme::hatchBrush(t.hatch, t.bg3));
    m_painter.fillRect(QRect{track.left() + static_cast<int>(track.width() * limitAt), track.top() - 3, 2, 13}, t.t1);
    theme::drawLine(m_painter, {m_columns.cache, top + 33, m_columns.cacheWidth, 16}, cache.word, small,
        cache.over                                  ? t.crit
            : cache.word == QLatin1String{"usable"} ? t.t3
                                                    : t.t1);
    if (isTall() && !cache.served.isEmpty())
        theme::drawLine(
            m_painter, {m_columns.cache, top + 50, m_columns.cacheWidth, 16}, cache.served, theme::wordFont(11), t.t3);
}

void FeatureRowPainter::paintKill(const FeatureRow& row)
{
    const auto& t = m_tokens;
    const auto button = killButton(m_box);
    const bool locked = !row.kill.locked.isEmpty();
    paint::buttonFrame(m_painter, button,
        locked               ? paint::ButtonLook::Locked
            : row.kill.blind ? paint::ButtonLook::Blind
                             : paint::ButtonLook::Plain,
        t);
    const auto text = row.kill.revives ? QStringLiteral("Revive…") : QStringLiteral("Kill…");
    const auto font = theme::wordFont(12, QFont::Medium);
    const auto second = locked ? row.kill.locked : row.kill.blind ? QStringLiteral("blind") : QString{};
    const QRect upper = second.isEmpty() ? button : button.adjusted(0, 4, 0, -20);
    const bool withHand = second.isEmpty() && !row.kill.revives && button.width() >= 64;
    if (withHand)
        theme::paintSign(
            m_painter, QRectF(button.left() + 8, button.center().y() - 7, 15, 15), theme::Sign::Hand, t.t1);
    theme::drawLine(m_painter, upper.adjusted(withHand ? 26 : 2, 0, withHand ? -4 : -2, 0), text, font,
        locked ? t.t3 : t.t1, withHand ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
    theme::drawLine(m_painter, button.adjusted(2, 22, -2, -2), second, theme::wordFont(11), t.t3, Qt::AlignCenter);
    if (!isTall())
        return;
    const bool killed = row.kill.state == KillCell::State::Killed;
    paint::lines(m_painter, {m_columns.kill, button.bottom() + 5, m_columns.killWidth + 4, 32}, row.kill.word,
        theme::wordFont(11), killed ? t.hand : t.t3, 15);
}

} // namespace rungwatch
