// SPDX-License-Identifier: GPL-3.0-or-later
#include "service_field.h"

#include "ui/format/figure_text.h"
#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace rungwatch {
namespace {

constexpr int padding = 16;
/// A narrow field has no room for words: its groups are parted by a gap alone.
constexpr int titledFrom = 600;

int gapAt(int width)
{
    return width < titledFrom ? 6 : 8;
}

int columnsAt(int width, int pitch)
{
    return std::max(1, (width - 2 * padding) / pitch);
}

} // namespace

ServiceField::ServiceField(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("All services"));
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void ServiceField::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void ServiceField::setFleet(const fleet::FleetState& state, const std::vector<ServiceStanding>& standings)
{
    std::vector<Mark> marks;
    marks.reserve(standings.size());
    for (const auto& standing : standings)
        marks.push_back(markOf(standing));
    const bool otherFleet = state.policy != m_policy || marks.size() != m_marks.size();
    if (!otherFleet && marks == m_marks)
        return;
    m_marks = std::move(marks);
    if (otherFleet) {
        m_policy = state.policy;
        m_groups = m_policy ? serviceGroups(*m_policy) : std::vector<ServiceGroup>{};
        layOut();
    }
    update();
}

void ServiceField::setSelected(std::optional<std::size_t> service)
{
    if (service == m_selected)
        return;
    m_selected = service;
    update();
}

int ServiceField::heightFor(int atWidth, int pitch) const
{
    const int columns = columnsAt(atWidth, pitch);
    int height = headHeight + gapAt(atWidth);
    for (const auto& group : m_groups)
        height += (group.title.isEmpty() || atWidth < titledFrom ? 0 : titleHeight)
            + (static_cast<int>(group.services.size()) + columns - 1) / columns * pitch + gapAt(atWidth);
    return height;
}

void ServiceField::layOut()
{
    int pitch = mostPitch;
    while (pitch > leastPitch && heightFor(width(), pitch) > height())
        --pitch;
    const int columns = columnsAt(width(), pitch);
    m_cells.assign(m_marks.size(), QRect{});
    m_titles.clear();
    int y = headHeight + gapAt(width());
    for (const auto& group : m_groups) {
        if (!group.title.isEmpty() && width() >= titledFrom) {
            m_titles.push_back({group.title, {padding, y, width() - 2 * padding, titleHeight}});
            y += titleHeight;
        }
        for (std::size_t i = 0; i < group.services.size(); ++i) {
            const int column = static_cast<int>(i) % columns;
            const int row = static_cast<int>(i) / columns;
            if (group.services[i] < m_cells.size())
                m_cells[group.services[i]] = {padding + column * pitch, y + row * pitch, pitch, pitch};
        }
        y += (static_cast<int>(group.services.size()) + columns - 1) / columns * pitch + gapAt(width());
    }
}

QRect ServiceField::cellOf(std::size_t service) const
{
    return service < m_cells.size() ? m_cells[service] : QRect{};
}

void ServiceField::resizeEvent(QResizeEvent*)
{
    layOut();
}

std::optional<std::size_t> ServiceField::serviceAt(const QPoint& at) const
{
    const auto found =
        std::find_if(m_cells.begin(), m_cells.end(), [&](const QRect& cell) { return cell.contains(at); });
    return found == m_cells.end() ? std::nullopt : std::optional{static_cast<std::size_t>(found - m_cells.begin())};
}

void ServiceField::mousePressEvent(QMouseEvent* event)
{
    if (const auto service = serviceAt(event->position().toPoint()))
        Q_EMIT serviceSelected(*service);
}

bool ServiceField::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto service = serviceAt(help->pos());
    const auto name = service && m_policy ? format::plainLine(m_policy->services[*service].name) : QString{};
    QToolTip::showText(
        help->globalPos(), name.isEmpty() ? name : QStringLiteral("<span>%1</span>").arg(name.toHtmlEscaped()), this);
    return true;
}

void ServiceField::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    painter.fillRect(QRect{0, 0, width(), headHeight}, m_tokens->bg2);
    const QRect head{padding, 0, width() - 2 * padding, headHeight};
    const int used = theme::drawLine(
        painter, head, QStringLiteral("All services"), theme::wordFont(13, QFont::DemiBold), m_tokens->t1);
    theme::drawLine(painter, head.adjusted(used + 12, 0, 0, 0),
        format::grouped(m_marks.size()) + QStringLiteral(", each in its place · a dot is normal"), theme::wordFont(12),
        m_tokens->t2);
    for (const auto& title : m_titles)
        theme::drawLine(painter, title.box, title.text, theme::wordFont(11), m_tokens->t3);
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        paintCell(painter, m_cells[i], m_marks[i]);
    if (m_selected && *m_selected < m_cells.size()) {
        painter.setPen(m_tokens->t1);
        painter.drawRect(m_cells[*m_selected].adjusted(-1, -1, 0, 0));
    }
}

void ServiceField::paintCell(QPainter& painter, const QRect& cell, const Mark& mark) const
{
    if (cell.isEmpty())
        return;
    if (mark == Mark{HealthLevel::Healthy}) {
        const int side = std::max(2, cell.width() / 3);
        painter.fillRect(
            QRect{cell.left() + (cell.width() - side) / 2, cell.top() + (cell.height() - side) / 2, side, side},
            m_tokens->normal);
        return;
    }
    theme::paintMark(painter, QRectF(cell).adjusted(1, 1, -1, -1), mark, *m_tokens);
}

} // namespace rungwatch
