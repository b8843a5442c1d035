// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/decimate.h"

#include <QBrush>
#include <QPen>

#include <functional>
#include <vector>

class QAbstractSeries;
class QAreaSeries;
class QLineSeries;

namespace rungwatch::charts {

/// Puts a new series on a chart and its axes.
using AttachSeries = std::function<void(QAbstractSeries*)>;

/// One line of a chart, broken where its data are: a series a run, made when first needed, each replaced once a frame.
class RunLines {
public:
    explicit RunLines(AttachSeries attach);

    /// Makes series now that would be made later: what is made first is drawn first.
    void reserve(std::size_t runs);
    void setPen(const QPen& pen);
    void replace(const std::vector<Run>& runs);

private:
    AttachSeries m_attach;
    QPen m_pen;
    std::vector<QLineSeries*> m_series; ///< Owned by the chart.
};

/// One filled area, broken likewise. Without an outline: its edge is a line of its own.
class RunAreas {
public:
    explicit RunAreas(AttachSeries attach);

    void reserve(std::size_t runs);
    void setBrush(const QBrush& brush);
    /// As many lower as upper runs.
    void replace(const std::vector<Run>& lower, const std::vector<Run>& upper);

private:
    AttachSeries m_attach;
    QBrush m_brush;
    std::vector<QAreaSeries*> m_series; ///< Owned by the chart.
};

} // namespace rungwatch::charts
