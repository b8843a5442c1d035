// SPDX-License-Identifier: GPL-3.0-or-later
#include "services_pane.h"

#include "ui/format/figure_text.h"
#include "ui/format/words.h"
#include "ui/theme/lettering.h"
#include "ui/theme/palette.h"
#include "ui/theme/type.h"
#include "ui/widgets/service_row_painter.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int top = ServicesPane::headHeight + ServicesPane::labelsHeight;

QString summaryOf(const ServiceCounts& counts)
{
    QStringList said;
    const auto say = [&](std::size_t count, const QString& word) {
        if (count > 0)
            said << format::grouped(count) + QLatin1Char{' '} + word;
    };
    say(counts.unavailable, format::word(HealthLevel::Unavailable));
    say(counts.critical, format::word(HealthLevel::Critical));
    say(counts.unknown, format::word(HealthLevel::Unknown));
    say(counts.degraded, format::word(HealthLevel::Degraded));
    say(counts.lateHealthy, QStringLiteral("healthy but late"));
    say(counts.healthy, QStringLiteral("healthy"));
    return said.join(QStringLiteral(" · "));
}

/// Whether the rows stand in another order, or as another level, than before.
bool movesRows(const std::vector<ServiceStanding>& before, const std::vector<ServiceStanding>& now)
{
    return before.size() != now.size()
        || !std::equal(before.begin(), before.end(), now.begin(), [](const auto& a, const auto& b) {
               return a.level == b.level && isAbnormal(a) == isAbnormal(b) && a.since == b.since;
           });
}

} // namespace

ServiceColumns::ServiceColumns(int width)
{
    const bool narrow = width < 1000;
    breaker.width = narrow ? 120 : 150;
    age.width = narrow ? 76 : 96;
    since.width = narrow ? 64 : 88;
    level = {padding, narrow ? 132 : 150};
    name = {level.left + level.width, narrow ? 176 : 280};
    breaker.left = width - padding - breaker.width + 8;
    age.left = breaker.left - age.width;
    since.left = age.left - since.width;
    why.left = name.left + name.width;
    why.width = std::max(0, since.left - why.left);
}

ServicesPane::ServicesPane(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Services"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

void ServicesPane::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    verticalScrollBar()->setStyleSheet(theme::scrollBarSheet(tokens));
    viewport()->update();
}

void ServicesPane::setFleet(
    const fleet::SnapshotPtr& snapshot, const std::vector<ServiceStanding>& standings, const Moment& now)
{
    m_snapshot = snapshot;
    m_now = now;
    const bool moves = movesRows(m_standings, standings);
    m_standings = standings;
    if (moves) {
        m_order = worstFirst(m_standings);
        m_summary = summaryOf(countsOf(m_standings));
        setAccessibleDescription(m_summary);
        updateScrollBar();
    }
    viewport()->update();
}

void ServicesPane::setFolded(bool folded)
{
    if (folded == m_folded)
        return;
    m_folded = folded;
    updateScrollBar();
    viewport()->update();
}

void ServicesPane::setSelected(std::optional<std::size_t> service)
{
    if (service == m_selected)
        return;
    m_selected = service;
    const auto found = service ? std::find(m_order.begin(), m_order.end(), *service) : m_order.end();
    if (found != m_order.end()) {
        const int y = static_cast<int>(found - m_order.begin()) * tall();
        auto* scroll = verticalScrollBar();
        scroll->setValue(std::clamp(scroll->value(), y + tall() - scroll->pageStep(), y));
    }
    viewport()->update();
}

std::optional<std::size_t> ServicesPane::neighbour(int by) const
{
    if (m_order.empty())
        return std::nullopt;
    const auto found = m_selected ? std::find(m_order.begin(), m_order.end(), *m_selected) : m_order.end();
    const auto now = found == m_order.end() ? (by > 0 ? -1 : 0) : found - m_order.begin();
    const auto last = static_cast<std::ptrdiff_t>(m_order.size()) - 1;
    return m_order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, last))];
}

int ServicesPane::rowsInSight() const
{
    return std::min(static_cast<int>(m_order.size()), std::max(0, height() - top) / tall());
}

std::optional<std::size_t> ServicesPane::rowAt(int y) const
{
    if (y < top || y >= height())
        return std::nullopt;
    const auto row = static_cast<std::size_t>((y - top + verticalScrollBar()->value()) / tall());
    return row < m_order.size() ? std::optional{row} : std::nullopt;
}

void ServicesPane::updateScrollBar()
{
    const int room = std::max(0, height() - top);
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(tall());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_order.size()) * tall() - room));
}

void ServicesPane::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

void ServicesPane::scrollContentsBy(int, int)
{
    viewport()->update();
}

void ServicesPane::keyPressEvent(QKeyEvent* event)
{
    event->ignore();
}

void ServicesPane::mousePressEvent(QMouseEvent* event)
{
    if (const auto row = rowAt(event->position().toPoint().y()))
        Q_EMIT serviceSelected(m_order[*row]);
}

bool ServicesPane::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString tip;
    if (const auto row = rowAt(help->pos().y())) {
        const auto said = serviceRow(m_snapshot->state, m_order[*row], m_standings[m_order[*row]], m_now);
        // Escaped in a tag of our own: a tool tip reads markup, and a service's text may hold some.
        tip = QStringLiteral("<span>%1<br>%2</span>").arg(said.name.toHtmlEscaped(), said.why.toHtmlEscaped());
    }
    QToolTip::showText(help->globalPos(), tip, viewport());
    return true;
}

void ServicesPane::paintEvent(QPaintEvent*)
{
    QPainter painter{viewport()};
    painter.fillRect(viewport()->rect(), m_tokens->bg1);
    painter.save();
    painter.setClipRect(QRect{0, top, width(), height() - top});
    const int scrolled = verticalScrollBar()->value();
    for (auto row = static_cast<std::size_t>(scrolled / tall()); row < m_order.size(); ++row) {
        const QRect box{0, top + static_cast<int>(row) * tall() - scrolled, width(), tall()};
        if (box.bottom() >= height())
            break; // half a line can't be read
        const auto service = m_order[row];
        ServiceRowPainter{painter, *m_tokens, box, service == m_selected}.paint(
            serviceRow(m_snapshot->state, service, m_standings[service], m_now));
    }
    painter.restore();
    paintHead(painter);
    paintLabels(painter);
}

void ServicesPane::paintHead(QPainter& painter) const
{
    painter.fillRect(QRect{0, 0, width(), headHeight}, m_tokens->bg2);
    const QRect head{padding, 0, width() - 2 * padding, headHeight};
    const int title =
        theme::drawLine(painter, head, QStringLiteral("Services"), theme::wordFont(13, QFont::DemiBold), m_tokens->t1);
    const auto counts = head.adjusted(title + 12, 0, 0, 0);
    const int used = theme::drawLine(painter, counts, m_summary, theme::wordFont(12, QFont::Medium), m_tokens->t1);
    theme::drawLine(painter, counts.adjusted(used + 16, 0, 0, 0), QStringLiteral("worst first"), theme::wordFont(12),
        m_tokens->t3, Qt::AlignRight | Qt::AlignVCenter);
}

void ServicesPane::paintLabels(QPainter& painter) const
{
    painter.fillRect(QRect{0, headHeight, width(), labelsHeight}, m_tokens->bg1);
    painter.fillRect(QRect{0, top - 1, width(), 1}, m_tokens->l1);
    const ServiceColumns columns{width()};
    const auto label = [&](const ServiceColumns::Span& span, const QString& text, bool right = false) {
        theme::drawLine(painter, {span.left, headHeight, std::max(0, span.width - 8), labelsHeight}, text,
            theme::wordFont(11), m_tokens->t3, (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    };
    label(columns.level, QStringLiteral("Level"));
    label(columns.name, QStringLiteral("Service"));
    label(columns.why, QStringLiteral("Why"));
    label(columns.since, QStringLiteral("For"), true);
    label(columns.age, QStringLiteral("Last read"));
    label(columns.breaker, QStringLiteral("Our breaker"));
}

} // namespace rungwatch
