// SPDX-License-Identifier: GPL-3.0-or-later
#include "held_strip.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int chipHeight = 26;
constexpr int gap = 8;
constexpr int reasonRoom = 320;
/// A name that a person gave; what a fleet file names is shorter.
constexpr int subjectRoom = 300;

struct Piece {
    QString text;
    QFont font;
    QColor colour;
};

std::vector<Piece> piecesOf(const HeldItem& item, bool withReason, const theme::Tokens& t)
{
    std::vector<Piece> pieces;
    const auto add = [&](const QString& text, const QFont& font, const QColor& colour) {
        if (!text.isEmpty())
            pieces.push_back({text, font, colour});
    };
    add(item.word, theme::wordFont(12, QFont::DemiBold), theme::wordColourOf(item.mark, t));
    const auto subjectFont = theme::wordFont(12, QFont::Medium);
    add(QFontMetrics{subjectFont}.elidedText(item.subject, Qt::ElideRight, subjectRoom), subjectFont, t.t1);
    if (withReason) {
        auto why = item.by;
        if (!item.reason.isEmpty())
            why += (why.isEmpty() ? QString{} : QStringLiteral(" · ")) + QStringLiteral("“%1”").arg(item.reason);
        const auto font = theme::wordFont(12);
        add(QFontMetrics{font}.elidedText(why, Qt::ElideRight, reasonRoom), font, t.t2);
    }
    add(item.time, theme::figureFont(12, QFont::DemiBold), t.t1);
    return pieces;
}

} // namespace

HeldStrip::HeldStrip(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Held by hand"));
    setFixedHeight(stripHeight);
}

void HeldStrip::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void HeldStrip::setItems(const std::vector<HeldItem>& items)
{
    if (items == m_items)
        return;
    m_items = items;
    QStringList said;
    for (const auto& item : m_items)
        said << QStringList{item.word, item.subject, item.by, item.reason, item.time}.join(QLatin1Char{' '});
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

int HeldStrip::chipWidth(const HeldItem& item, bool withReason) const
{
    int width = 34;
    for (const auto& piece : piecesOf(item, withReason, *m_tokens))
        width += QFontMetrics{piece.font}.horizontalAdvance(piece.text) + 8;
    return width;
}

void HeldStrip::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    const auto titleFont = theme::wordFont(13, QFont::DemiBold);
    painter.setPen(m_tokens->t1);
    painter.setFont(titleFont);
    const auto title = QStringLiteral("Held by hand");
    painter.drawText(QRect{padding, 0, 200, height()}, Qt::AlignLeft | Qt::AlignVCenter, title);
    int x = padding + QFontMetrics{titleFont}.horizontalAdvance(title) + 12;
    if (m_items.empty()) {
        const QRect rest{x, 0, width() - x - padding, height()};
        const auto font = theme::wordFont(12);
        const auto said = theme::fitting(
            {QStringLiteral("nothing: no kill, no forced breaker, no command under way, no incident declared"),
                QStringLiteral("nothing: no kill, no forced breaker, no command under way"),
                QStringLiteral("nothing: no kill, no command under way"), QStringLiteral("nothing")},
            font, rest.width());
        theme::drawLine(painter, rest, said, font, m_tokens->t3);
        return;
    }
    const auto count = QString::number(m_items.size());
    painter.setPen(m_tokens->hand);
    painter.setFont(theme::figureFont(13, QFont::DemiBold));
    painter.drawText(QRect{x, 0, 40, height()}, Qt::AlignLeft | Qt::AlignVCenter, count);
    x += 12 + 8 * static_cast<int>(count.size());

    int wanted = 0;
    for (const auto& item : m_items)
        wanted += chipWidth(item, true) + gap;
    const bool withReason = wanted <= width() - x - padding;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const int wide = chipWidth(m_items[i], withReason);
        const int room = width() - padding - x - (i + 1 < m_items.size() ? 64 : 0);
        if (wide > room) {
            painter.setPen(m_tokens->t1);
            painter.setFont(theme::wordFont(12, QFont::DemiBold));
            painter.drawText(QRect{x, 0, 64, height()}, Qt::AlignLeft | Qt::AlignVCenter,
                QStringLiteral("+%1 more").arg(m_items.size() - i));
            return;
        }
        paintChip(painter, {x, (height() - chipHeight) / 2, wide, chipHeight}, m_items[i], withReason);
        x += wide + gap;
    }
}

void HeldStrip::paintChip(QPainter& painter, const QRect& box, const HeldItem& item, bool withReason) const
{
    const auto& t = *m_tokens;
    const bool unknown = !theme::isAbnormal(item.mark);
    const bool warn = item.mark == Mark{HandMark::Unconfirmed};
    painter.fillRect(box, unknown ? t.bg1 : warn ? t.warnbg : t.handbg);
    painter.setPen(QPen{unknown ? t.t3 : warn ? t.warnOutline : t.hand, 1, unknown ? Qt::DashLine : Qt::SolidLine});
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    theme::paintMark(painter, QRectF(box.left() + 8, box.center().y() - 7, 15, 15), item.mark, t);
    int x = box.left() + 30;
    for (const auto& piece : piecesOf(item, withReason, t)) {
        const int wide = QFontMetrics{piece.font}.horizontalAdvance(piece.text);
        if (warn && piece.text == item.word)
            painter.fillRect(QRect{x - 2, box.top() + 4, wide + 4, box.height() - 8}, t.warnMarker);
        painter.setPen(piece.colour);
        painter.setFont(piece.font);
        painter.drawText(QRect{x, box.top(), wide + 2, box.height()}, Qt::AlignLeft | Qt::AlignVCenter, piece.text);
        x += wide + 8;
    }
}

} // namespace rungwatch
