// SPDX-License-Identifier: GPL-3.0-or-later
#include "review_facts.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/hatch.h"
#include "ui/theme/type.h"
#include "ui/widgets/painting.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int margin = 24;
constexpr int labelWidth = 112;
constexpr int factHeight = 22;
constexpr int secondLine = 16;
constexpr int usualWidth = 712;
constexpr int cellHeight = 46;
constexpr int cellStep = 54;
constexpr int headHeight = 34;
constexpr int touchedHeight = 84;

/// A sentence that one line does not hold has two.
int heightOf(const ControlFact& fact, int width)
{
    const auto head = QFontMetrics{theme::wordFont(12, QFont::DemiBold)}.horizontalAdvance(fact.word);
    const int room = width - 2 * margin - labelWidth - 20 - head - 7;
    const bool fits = fact.isCode || QFontMetrics{theme::wordFont(12)}.horizontalAdvance(fact.text) <= room;
    return fits ? factHeight : factHeight + secondLine;
}

void paintHead(QPainter& painter, int y, const QString& text, const theme::Tokens& tokens)
{
    painter.setPen(tokens.t1);
    painter.setFont(theme::wordFont(13, QFont::DemiBold));
    painter.drawText(QRect{margin, y, 400, headHeight - 8}, Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace

ReviewFacts::ReviewFacts(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
}

void ReviewFacts::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void ReviewFacts::setView(const ControlView& view)
{
    m_view = view;
    QStringList said;
    for (const auto& fact : view.facts)
        said << QStringList{fact.label, fact.word, fact.text}.join(QLatin1Char{' '});
    for (const auto& touched : view.touched)
        said << QStringList{touched.figure, touched.what, touched.sentence}.join(QLatin1Char{' '});
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QSize ReviewFacts::sizeHint() const
{
    int height = 16 + 16;
    for (const auto& fact : m_view.facts)
        height += heightOf(fact, usualWidth);
    if (!m_view.now.empty())
        height += headHeight + 2 * cellStep + (m_view.afterNote.isEmpty() ? 0 : 22) + 8;
    if (!m_view.touched.empty())
        height += headHeight + touchedHeight;
    return {usualWidth, height};
}

void ReviewFacts::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    int y = paintFacts(painter, 16);
    if (!m_view.now.empty())
        y = paintLadders(painter, y);
    if (!m_view.touched.empty())
        paintTouched(painter, y);
}

int ReviewFacts::paintFacts(QPainter& painter, int y) const
{
    const auto& t = *m_tokens;
    for (const auto& fact : m_view.facts) {
        const QRect line{margin, y, width() - 2 * margin, factHeight};
        painter.setPen(t.t3);
        painter.setFont(theme::wordFont(12));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fact.label);
        int x = margin + labelWidth;
        if (!std::holds_alternative<std::monostate>(fact.mark)) {
            theme::paintMark(painter, QRectF(x, line.center().y() - 6, 14, 14), fact.mark, t);
            x += 20;
        }
        const bool abnormal = theme::isAbnormal(fact.mark);
        if (!fact.word.isEmpty()) {
            const auto font = theme::wordFont(12, QFont::DemiBold);
            const int wide = QFontMetrics{font}.horizontalAdvance(fact.word);
            const auto colour = abnormal ? theme::wordColourOf(fact.mark, t) : t.t1;
            if (abnormal && colour == t.warnWord)
                painter.fillRect(QRect{x - 3, y + 2, wide + 6, factHeight - 4}, t.warnMarker);
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(QRect{x, y, wide + 2, factHeight}, Qt::AlignLeft | Qt::AlignVCenter, fact.word);
            x += wide + 7;
        }
        const auto font = fact.isCode ? theme::figureFont(11) : theme::wordFont(12);
        const int room = width() - margin - x;
        painter.setFont(font);
        painter.setPen(fact.isCode ? t.t1 : t.t2);
        const int height = heightOf(fact, usualWidth);
        if (height > factHeight)
            paint::lines(painter, {x, y + 3, room, 2 * secondLine}, fact.text, font, t.t2, secondLine);
        else
            painter.drawText(QRect{x, y, room, factHeight}, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                QFontMetrics{font}.elidedText(fact.text, Qt::ElideRight, room));
        y += height;
    }
    return y + 16;
}

int ReviewFacts::paintLadders(QPainter& painter, int y) const
{
    paintHead(painter, y, QStringLiteral("What changes"), *m_tokens);
    y += headHeight;
    paintCells(painter, y, m_view.stale ? QStringLiteral("Last known") : QStringLiteral("Now"), m_view.now);
    paintCells(painter, y + cellStep, QStringLiteral("After"), m_view.after);
    y += 2 * cellStep;
    if (!m_view.afterNote.isEmpty()) {
        painter.setPen(m_tokens->t3);
        painter.setFont(theme::wordFont(11));
        painter.drawText(
            QRect{margin + 72, y, width() - 2 * margin - 72, 18}, Qt::AlignLeft | Qt::AlignVCenter, m_view.afterNote);
        y += 22;
    }
    return y + 8;
}

void ReviewFacts::paintCells(
    QPainter& painter, int y, const QString& label, const std::vector<PreviewCell>& cells) const
{
    painter.setPen(m_tokens->t2);
    painter.setFont(theme::wordFont(12));
    painter.drawText(QRect{margin, y, 64, cellHeight}, Qt::AlignLeft | Qt::AlignVCenter, label);
    const int left = margin + 72;
    const int count = std::max(1, static_cast<int>(cells.size()));
    const int wide = std::min(140, (width() - margin - left - (count - 1) * 4) / count);
    for (int i = 0; i < static_cast<int>(cells.size()); ++i)
        paintCell(painter, {left + i * (wide + 4), y, wide, cellHeight}, cells[static_cast<std::size_t>(i)],
            &cells == &m_view.after);
}

void ReviewFacts::paintCell(QPainter& painter, const QRect& box, const PreviewCell& cell, bool after) const
{
    const auto& t = *m_tokens;
    using State = PreviewCell::State;
    const bool stands = cell.state == State::StandsHere;
    const bool off = cell.state == State::Off;
    const bool first = stands && cell.kind == RungKind::Primary;
    const bool lastKnown = m_view.stale && !after;
    QColor border = t.l1;
    if (lastKnown) {
        painter.fillRect(box, theme::hatchBrush(t.hatch, t.bg1));
        border = stands ? t.t2 : t.l2;
    } else if (stands) {
        painter.fillRect(box, cell.byHand ? t.handbg : first ? t.bg2 : t.warnbg);
        border = cell.byHand ? t.hand : first ? t.ctl : t.warnOutline;
    } else if (off) {
        border = t.hand;
    }
    painter.setPen(QPen{border, 1, off || lastKnown ? Qt::DashLine : Qt::SolidLine});
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    const bool quiet = cell.state == State::Empty || off;
    theme::paintRung(painter, QRectF(box.left() + 6, box.top() + 6, 14, 14), cell.kind,
        quiet || lastKnown ? t.t3 : t.ink(cell.kind).edge);

    const QRect top{box.left() + 24, box.top() + 4, box.width() - 31, 18};
    if (off) {
        painter.setPen(t.hand);
        painter.setFont(theme::wordFont(12, QFont::Medium));
        painter.drawText(top, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("off"));
    } else if (cell.share) {
        painter.setPen(quiet ? t.t3 : t.t1);
        painter.setFont(theme::figureFont(12, QFont::DemiBold));
        painter.drawText(
            top, Qt::AlignRight | Qt::AlignVCenter, QString::number(*cell.share, 'f', 0) + QStringLiteral("\u00a0%"));
    } else {
        painter.setPen(t.t3);
        painter.setFont(theme::wordFont(11));
        painter.drawText(
            top, Qt::AlignRight | Qt::AlignVCenter, stands ? QStringLiteral("starts here") : QStringLiteral("?"));
    }
    const auto nameFont = theme::wordFont(11, quiet ? QFont::Normal : QFont::Medium);
    painter.setPen(quiet ? t.t3 : t.t1);
    painter.setFont(nameFont);
    const QRect name{box.left() + 6, box.top() + 22, box.width() - 12, 16};
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics{nameFont}.elidedText(cell.name, Qt::ElideRight, name.width()));
    if (!off && cell.share) {
        const QRect track{box.left() + 6, box.bottom() - 6, box.width() - 12, 4};
        painter.fillRect(track, t.bg3);
        const int part = qRound(std::clamp(*cell.share, 0.0, 100.0) / 100 * track.width());
        const auto ink = t.ink(cell.kind);
        painter.fillRect(QRect{track.left(), track.top(), part, track.height()},
            lastKnown         ? QBrush{t.normal}
                : ink.hatched ? theme::hatchBrush(ink.edge, ink.fill, 4)
                              : QBrush{ink.edge});
    }
}

void ReviewFacts::paintTouched(QPainter& painter, int y) const
{
    paintHead(painter, y, QStringLiteral("Who is touched"), *m_tokens);
    y += headHeight;
    const int count = static_cast<int>(m_view.touched.size());
    const int wide = (width() - 2 * margin) / std::max(1, count);
    for (int i = 0; i < count; ++i) {
        const auto& touched = m_view.touched[static_cast<std::size_t>(i)];
        const QRect box{margin + i * wide, y, wide - 12, touchedHeight - 12};
        painter.fillRect(QRect{box.left(), box.top(), 2, box.height()}, m_tokens->l2);
        const auto figureFont = theme::figureFont(16, QFont::DemiBold);
        const int figureWide = QFontMetrics{figureFont}.horizontalAdvance(touched.figure);
        painter.setPen(m_tokens->t1);
        painter.setFont(figureFont);
        painter.drawText(
            QRect{box.left() + 12, box.top(), figureWide + 2, 24}, Qt::AlignLeft | Qt::AlignVCenter, touched.figure);
        painter.setFont(theme::wordFont(12));
        painter.drawText(QRect{box.left() + 12 + figureWide + 6, box.top() + 1, box.width() - figureWide - 18, 24},
            Qt::AlignLeft | Qt::AlignVCenter, touched.what);
        painter.setPen(m_tokens->t2);
        painter.drawText(QRect{box.left() + 12, box.top() + 26, box.width() - 12, box.height() - 26},
            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, touched.sentence);
    }
}

} // namespace rungwatch
