// SPDX-License-Identifier: GPL-3.0-or-later
#include "top_bar.h"

#include "ui/format/figure_text.h"
#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"
#include "ui/widgets/painting.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;
/// Narrower, the legend's words are short ones.
constexpr int leastWholeLegend = 420;

QRect row(const QRect& box, int top, int height)
{
    return {box.left(), box.top() + top, box.width(), height};
}

} // namespace

TopBarColumns::TopBarColumns(const QRect& bar)
    : folded(bar.width() < foldedBelow)
{
    const int widths[]{
        folded ? 148 : 250, folded ? 256 : 360, folded ? 178 : 218, folded ? 184 : 284, folded ? 114 : 160};
    int others = 0;
    for (const int width : widths)
        others += width;
    int x = bar.left();
    const auto take = [&](QRect& part, int width) {
        part = QRect{x, bar.top(), width, bar.height()}.adjusted(padding, 0, -8, 0);
        x += width;
    };
    take(name, widths[0]);
    take(level, widths[1]);
    take(users, std::max(0, bar.width() - others));
    take(age, widths[2]);
    take(clocks, widths[3]);
    take(operation, widths[4]);
}

TopBar::TopBar(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("State of the fleet"));
}

void TopBar::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void TopBar::setView(const TopBarView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    setAccessibleDescription(
        format::word(view.level) + QStringLiteral(", ") + view.sentence + QStringLiteral(", data ") + view.age);
    update();
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    const TopBarColumns columns{rect()};
    paintName(painter, columns.name);
    paintLevel(painter, columns.level, columns.folded);
    paintUsers(painter, columns.users, columns.folded);
    paintAge(painter, columns.age, columns.folded);
    paintClocks(painter, columns.clocks, columns.folded);
    paintOperation(painter, columns.operation);
    painter.setPen(m_tokens->l1);
    for (const auto* part : {&columns.level, &columns.users, &columns.age, &columns.clocks, &columns.operation})
        painter.drawLine(part->left() - padding, 0, part->left() - padding, height());
    painter.setPen(m_tokens->bg0);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

void TopBar::paintName(QPainter& painter, const QRect& box) const
{
    const int middle = box.center().y();
    const QRect names{box.left(), middle - 20, box.width(), 20};
    const bool narrow = box.width() < 160;
    theme::drawLine(painter, names.translated(0, 20), m_view.fleet, theme::wordFont(12), m_tokens->t2);
    // Where there is no room for both, what it shows comes before what it is called.
    if (!narrow || !m_view.replay)
        theme::drawLine(
            painter, names, QStringLiteral("Rungwatch"), theme::wordFont(14, QFont::DemiBold), m_tokens->t1);
    auto live = theme::wordFont(22, QFont::DemiBold);
    live.setLetterSpacing(QFont::PercentageSpacing, 106);
    const int fleet = QFontMetrics{theme::wordFont(12)}.horizontalAdvance(m_view.fleet);
    const bool small = narrow || fleet + 8 + QFontMetrics{live}.horizontalAdvance(m_view.source) + 16 > box.width();
    // Beside a long name it stands on the upper line, so that the name is read whole.
    if (small)
        live.setPixelSize(16);
    const QFontMetrics metrics{live};
    if (m_view.replay) {
        const int wide = metrics.horizontalAdvance(m_view.source) + 16;
        const int tall = small ? 22 : metrics.height() + 4;
        const QRect chip{
            narrow ? box.left() : box.right() + 1 - wide, small ? middle - 23 : middle - tall / 2, wide, tall};
        painter.fillRect(chip, m_tokens->t1);
        theme::drawLine(painter, chip, m_view.source, live, m_tokens->bg0, Qt::AlignCenter);
        return;
    }
    theme::drawLine(painter, small ? names : box, m_view.source, live, m_tokens->t1, Qt::AlignRight | Qt::AlignVCenter);
}

void TopBar::paintLevel(QPainter& painter, const QRect& box, bool folded) const
{
    const int glyph = folded ? 22 : 32;
    const Mark mark{m_view.level};
    theme::paintMark(painter, QRectF(box.left(), box.center().y() - glyph / 2, glyph, glyph), mark, *m_tokens);
    const auto words = box.adjusted(glyph + 12, 0, 0, 0);
    const auto font = theme::wordFont(folded ? 20 : 26, QFont::DemiBold);
    const auto line = row(words, folded ? 4 : 10, folded ? 28 : 30);
    const auto word = format::word(m_view.level);
    if (m_view.level == HealthLevel::Degraded && m_tokens->warnMarker.alpha() > 0)
        painter.fillRect(
            QRect{line.left() - 3, line.top(), QFontMetrics{font}.horizontalAdvance(word) + 6, line.height()},
            m_tokens->warnMarker);
    theme::drawLine(painter, line, word, font, theme::wordColourOf(mark, *m_tokens));
    paintSentence(painter, words, folded);
}

/// One line under the word, or two smaller ones where one does not hold it.
void TopBar::paintSentence(QPainter& painter, const QRect& words, bool folded) const
{
    const auto font = theme::wordFont(12);
    if (QFontMetrics{font}.horizontalAdvance(m_view.sentence) <= words.width()) {
        theme::drawLine(painter, row(words, folded ? 36 : 42, 18), m_view.sentence, font, m_tokens->t2);
        return;
    }
    constexpr int lineHeight = 13;
    paint::lines(painter, row(words, folded ? 33 : 42, 2 * lineHeight), m_view.sentence, theme::wordFont(11),
        m_tokens->t2, lineHeight);
}

void TopBar::paintUsers(QPainter& painter, const QRect& box, bool folded) const
{
    const auto figures = QRect{box.left(), box.top(), folded ? 92 : 110, box.height()};
    theme::drawLine(
        painter, row(figures, folded ? 4 : 8, 18), QStringLiteral("What users get"), theme::wordFont(11), m_tokens->t3);
    const auto& share = m_view.share;
    const auto text = (share ? format::tenthPercent(share->notFull()) : QStringLiteral("?")) + QStringLiteral(" %");
    const auto colour = !share ? m_tokens->t3
        // A single answer from the second rung is no reason to look.
        : m_view.level == HealthLevel::Healthy ? m_tokens->t1
                                               : m_tokens->warnWord;
    const int px = folded ? 22 : text.size() > 5 ? 24 : 30;
    theme::drawFigure(painter, row(figures, folded ? 22 : 26, 34), text, px, colour, m_tokens->t2);

    const auto rest = box.adjusted(figures.width() + 8, 0, 0, 0);
    const auto title = share ? QStringLiteral("of answers were not full service") : m_view.shareWhy;
    theme::drawLine(painter, row(rest, folded ? 4 : 10, 18), title, theme::wordFont(12), m_tokens->t2);
    paintSplit(painter, {rest.left(), rest.top() + (folded ? 26 : 32), rest.width() - 8, 8});
    const auto below = row(rest, folded ? 38 : 46, 18);
    if (share)
        paintLegend(painter, below, below.width() < leastWholeLegend);
    else
        theme::drawLine(painter, below, m_view.shareBefore, theme::wordFont(12), m_tokens->t2);
}

void TopBar::paintSplit(QPainter& painter, const QRect& bar) const
{
    painter.fillRect(bar, m_tokens->bg3);
    if (!m_view.share) {
        painter.fillRect(bar, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
        return;
    }
    const auto& share = *m_view.share;
    double from = 0;
    const auto part = [&](double percent, const QBrush& brush) {
        const int left = bar.left() + qRound(from * bar.width() / 100);
        from += percent;
        painter.fillRect(
            QRect{left, bar.top(), bar.left() + qRound(from * bar.width() / 100) - left, bar.height()}, brush);
    };
    part(share.full, m_tokens->ink(RungKind::Primary).edge);
    part(share.otherModel, m_tokens->ink(RungKind::SmallModel).edge);
    part(share.cacheAndRules, m_tokens->ink(RungKind::Rules).edge);
    part(share.none, m_tokens->gone);
}

int TopBar::paintLegend(QPainter& painter, const QRect& line, bool folded) const
{
    const auto& share = *m_view.share;
    const struct {
        QString word;
        double percent;
        QColor colour;
    } entries[]{{QStringLiteral("full"), share.full, m_tokens->ink(RungKind::Primary).edge},
        {folded ? QStringLiteral("model") : QStringLiteral("other model"), share.otherModel,
            m_tokens->ink(RungKind::SmallModel).edge},
        {folded ? QStringLiteral("rules") : QStringLiteral("cache, rules, list"), share.cacheAndRules,
            m_tokens->ink(RungKind::Rules).edge},
        {QStringLiteral("none"), share.none, m_tokens->gone}};
    int x = line.left();
    for (const auto& entry : entries) {
        if (folded && entry.word == QLatin1String("full"))
            continue; // what is left of 100: the room is needed for the others
        // What nobody got has no colour.
        const bool some = entry.percent > 0;
        painter.fillRect(QRect{x, line.center().y() - 3, 7, 7}, some ? entry.colour : m_tokens->l2);
        x += 11;
        const auto rest = [&] { return QRect{x, line.top(), std::max(0, line.right() - x), line.height()}; };
        x += theme::drawLine(painter, rest(), entry.word, theme::wordFont(11), some ? m_tokens->t2 : m_tokens->t3) + 4;
        x += theme::drawLine(painter, rest(), format::tenthPercent(entry.percent) + QStringLiteral(" %"),
                 theme::figureFont(11), some ? m_tokens->t1 : m_tokens->t3)
            + 11;
    }
    return x;
}

void TopBar::paintAge(QPainter& painter, const QRect& box, bool folded) const
{
    auto head = row(box, folded ? 4 : 6, 18);
    const auto small = theme::wordFont(11);
    const int sources = QFontMetrics{small}.horizontalAdvance(m_view.sources) + 11;
    const auto title =
        theme::fitting({m_view.replay ? QStringLiteral("Oldest data, then") : QStringLiteral("Oldest data"),
                           m_view.replay ? QStringLiteral("Oldest, then") : QStringLiteral("Oldest")},
            small, head.width() - sources);
    head.setLeft(head.left() + theme::drawLine(painter, head, title, small, m_tokens->t3) + 10);
    theme::drawLine(painter, head, m_view.sources, small, m_tokens->t2);
    const Mark mark{m_view.freshness};
    const auto line = row(box, folded ? 20 : 22, 26);
    theme::paintMark(painter, QRectF(line.left(), line.center().y() - 7, 15, 15), mark, *m_tokens);
    const bool abnormal = theme::isAbnormal(mark);
    const auto figure = line.adjusted(24, 0, 0, 0);
    const int used = theme::drawFigure(
        painter, figure, m_view.age, folded ? 18 : 22, abnormal ? m_tokens->warnWord : m_tokens->t1, m_tokens->t2);
    const auto word = figure.adjusted(used + 8, 4, 0, 4);
    const auto text = abnormal ? format::word(m_view.freshness) : format::word(m_view.freshness).toLower();
    theme::drawLine(painter, word, text, theme::wordFont(12, abnormal ? QFont::DemiBold : QFont::Normal),
        theme::wordColourOf(mark, *m_tokens));
    const auto font = theme::wordFont(folded ? 11 : 12);
    // Which endpoint of a service stands at the name's end.
    theme::drawLine(painter, row(box, folded ? 42 : 48, 16), theme::fitting(m_view.oldestSource, font, box.width()),
        font, m_tokens->t2, Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideLeft);
}

void TopBar::paintClocks(QPainter& painter, const QRect& box, bool folded) const
{
    const auto line = row(box, folded ? 6 : 8, 30);
    const int used =
        theme::drawLine(painter, line, m_view.utc, theme::figureFont(folded ? 20 : 26, QFont::DemiBold), m_tokens->t1);
    theme::drawLine(painter, line.adjusted(used + 6, 4, 0, 4), QStringLiteral("UTC"),
        theme::wordFont(11, QFont::DemiBold), m_tokens->t2);
    const auto second = folded ? m_view.local : m_view.local + QStringLiteral("  ") + m_view.date;
    const auto below = row(box, folded ? 36 : 44, 18);
    theme::drawLine(painter, below, second, theme::figureFont(folded ? 11 : 12), m_tokens->t2);
    if (!m_view.rate.isEmpty())
        paintRate(painter, below);
}

/// Whose clock runs so, and how fast: times of the service are not times of this clock then.
void TopBar::paintRate(QPainter& painter, const QRect& line) const
{
    const auto font = theme::wordFont(11, QFont::DemiBold);
    const auto text = QStringLiteral("clock ") + m_view.rate;
    const int wide = QFontMetrics{font}.horizontalAdvance(text) + 12;
    const QRect chip{line.right() + 1 - wide, line.top(), wide, line.height()};
    painter.setPen(m_tokens->ctl);
    painter.drawRect(chip.adjusted(0, 0, -1, -1));
    theme::drawLine(painter, chip, text, font, m_tokens->t1, Qt::AlignCenter);
}

void TopBar::paintOperation(QPainter& painter, const QRect& box) const
{
    const int top = box.center().y() - 26;
    theme::drawLine(painter, row(box, top, 16), m_view.replay ? QStringLiteral("Recorded") : QStringLiteral("On duty"),
        theme::wordFont(11), m_tokens->t3);
    theme::drawLine(
        painter, row(box, top + 17, 18), m_view.operatorName, theme::wordFont(13, QFont::DemiBold), m_tokens->t1);
    theme::drawLine(painter, row(box, top + 36, 16), m_view.controls, theme::wordFont(12), m_tokens->t2);
}

} // namespace rungwatch
