// SPDX-License-Identifier: GPL-3.0-or-later
#include "breakers_pane.h"

#include "ui/theme/lettering.h"
#include "ui/theme/palette.h"
#include "ui/theme/type.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

namespace rungwatch {
namespace {

constexpr int padding = 16;

} // namespace

BreakersPane::BreakersPane(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_scroll(new QScrollArea{this})
    , m_table(new BreakerTable)
{
    m_scroll->setWidget(m_table);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    connect(m_table, &BreakerTable::breakerSelected, this, &BreakersPane::breakerSelected);
    connect(m_table, &BreakerTable::probeRequested, this, &BreakersPane::probeRequested);
}

void BreakersPane::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_scroll->setPalette(theme::paletteOf(tokens));
    m_scroll->verticalScrollBar()->setStyleSheet(theme::scrollBarSheet(tokens));
    m_table->setTokens(tokens);
    update();
}

void BreakersPane::setView(const BreakersView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    m_table->setGroups(view.groups);
    update();
}

void BreakersPane::setSelected(const QString& address)
{
    m_table->setSelected(address);
    const auto row = m_table->rowOf(address);
    if (!row.isEmpty())
        m_scroll->ensureVisible(0, row.center().y(), 0, row.height());
}

int BreakersPane::heightNeeded(int atWidth) const
{
    return headHeight + labelsHeight + m_table->heightNeeded(atWidth);
}

int BreakersPane::heightWithin(int room, int atWidth) const
{
    const int heads = headHeight + labelsHeight;
    return room <= heads ? std::max(0, room) : heads + m_table->heightWithin(room - heads, atWidth);
}

void BreakersPane::resizeEvent(QResizeEvent*)
{
    const int top = headHeight + labelsHeight;
    m_scroll->setGeometry(0, top, width(), std::max(0, height() - top));
}

void BreakersPane::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    const QRect head{padding, 0, width() - 2 * padding, headHeight};
    painter.fillRect(QRect{0, 0, width(), headHeight}, m_tokens->bg2);
    const int used =
        theme::drawLine(painter, head, QStringLiteral("Breakers"), theme::wordFont(13, QFont::DemiBold), m_tokens->t1);
    theme::drawLine(painter, head.adjusted(used + 12, 0, 0, 0), m_view.summary, theme::wordFont(12), m_tokens->t2);

    const BreakerColumns columns{width()};
    const auto label = [&](const BreakerColumns::Span& span, const QString& text, bool right = false) {
        const QRect cell{span.left, headHeight, std::max(0, span.width - (right ? 24 : 8)), labelsHeight};
        theme::drawLine(painter, cell, text, theme::wordFont(11), m_tokens->t3,
            (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    };
    label(columns.state, QStringLiteral("State"));
    label(columns.name, QStringLiteral("Breaker"));
    label(columns.rate, columns.folded ? QStringLiteral("Failures") : QStringLiteral("Failures, mark: trips"));
    if (!columns.folded) {
        label(columns.calls, QStringLiteral("Calls"), true);
        label(columns.opened, QStringLiteral("Opened"), true);
    }
    if (!columns.narrow)
        label(columns.inState, QStringLiteral("Time in state"));
    label(columns.probe, QStringLiteral("Next probe"));
    if (columns.action.width > 100)
        label(columns.action, QStringLiteral("Action or trouble"));
}

} // namespace rungwatch
