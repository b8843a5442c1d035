// SPDX-License-Identifier: GPL-3.0-or-later
#include "foot_bar.h"

#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;

} // namespace

FootBar::FootBar(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_keys{{QStringLiteral("↑ ↓"), QStringLiteral("row")}, {QStringLiteral("K"), QStringLiteral("kill or revive…")},
          {QStringLiteral("P"), QStringLiteral("probe…")}, {QStringLiteral("/"), QStringLiteral("filter events")},
          {QStringLiteral("4"), QStringLiteral("events")}, {QStringLiteral("N"), QStringLiteral("note…")},
          {QStringLiteral("I"), QStringLiteral("incident…")}, {QStringLiteral("B"), QStringLiteral("black box")},
          {QStringLiteral("R"), QStringLiteral("replay")}, {QStringLiteral("T"), QStringLiteral("theme")}}
{
    setFixedHeight(barHeight);
}

void FootBar::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void FootBar::setView(const FootView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    update();
}

void FootBar::setKeys(const std::vector<FootKey>& keys)
{
    m_keys = keys;
    update();
}

void FootBar::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg2);
    const auto font = theme::wordFont(11);
    const int journal = std::min(QFontMetrics{font}.horizontalAdvance(m_view.journal) + 2, width() * 2 / 3);
    const QRect right{width() - padding - journal, 0, journal, height()};
    theme::drawLine(painter, right, m_view.journal, font, m_tokens->t2, Qt::AlignRight | Qt::AlignVCenter);
    const bool troubled = !m_view.trouble.isEmpty();
    if (!troubled && m_view.answer.isEmpty()) {
        paintKeys(painter, right.left() - padding);
        return;
    }
    const QRect left{padding, 0, std::max(0, right.left() - 2 * padding), height()};
    theme::drawLine(painter, left, troubled ? m_view.trouble : m_view.answer, theme::wordFont(12, QFont::DemiBold),
        troubled ? m_tokens->crit : m_tokens->t1);
}

int FootBar::paintKeys(QPainter& painter, int right) const
{
    int x = padding;
    for (const auto& [cap, words] : m_keys) {
        const int capWidth = QFontMetrics{theme::figureFont(11)}.horizontalAdvance(cap) + 10;
        const int needed = capWidth + 6 + QFontMetrics{theme::wordFont(11)}.horizontalAdvance(words);
        if (x + needed > right)
            break;
        const QRect box{x, 4, capWidth, height() - 8};
        painter.setPen(m_tokens->ctl);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        theme::drawLine(painter, box, cap, theme::figureFont(11), m_tokens->t1, Qt::AlignCenter);
        theme::drawLine(painter, {x + capWidth + 6, 0, needed, height()}, words, theme::wordFont(11), m_tokens->t2);
        x += needed + 16;
    }
    return x;
}

} // namespace rungwatch
