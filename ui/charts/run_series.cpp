// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_series.h"

#include <QAreaSeries>
#include <QLineSeries>

namespace rungwatch::charts {
namespace {

QList<QPointF> points(const Run& run)
{
    return {run.begin(), run.end()};
}

} // namespace

RunLines::RunLines(AttachSeries attach)
    : m_attach(std::move(attach))
{
}

void RunLines::setPen(const QPen& pen)
{
    m_pen = pen;
    for (auto* series : m_series)
        series->setPen(pen);
}

void RunLines::reserve(std::size_t runs)
{
    while (m_series.size() < runs) {
        auto* series = new QLineSeries;
        m_series.push_back(series);
        m_attach(series);
        series->setPen(m_pen);
    }
}

void RunLines::replace(const std::vector<Run>& runs)
{
    reserve(runs.size());
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        if (i < runs.size())
            m_series[i]->replace(points(runs[i]));
        else if (m_series[i]->count() > 0)
            m_series[i]->clear();
    }
}

RunAreas::RunAreas(AttachSeries attach)
    : m_attach(std::move(attach))
{
}

void RunAreas::setBrush(const QBrush& brush)
{
    m_brush = brush;
    for (auto* series : m_series)
        series->setBrush(brush);
}

void RunAreas::reserve(std::size_t runs)
{
    while (m_series.size() < runs) {
        auto* top = new QLineSeries;
        auto* area = new QAreaSeries{top, new QLineSeries{top}};
        top->setParent(area);
        m_series.push_back(area);
        m_attach(area);
        area->setPen(Qt::NoPen);
        area->setBrush(m_brush);
    }
}

void RunAreas::replace(const std::vector<Run>& lower, const std::vector<Run>& upper)
{
    const auto count = std::min(lower.size(), upper.size());
    reserve(count);
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        auto* area = m_series[i];
        area->setVisible(i < count);
        if (i < count) {
            area->lowerSeries()->replace(points(lower[i]));
            area->upperSeries()->replace(points(upper[i]));
        }
    }
}

} // namespace rungwatch::charts
