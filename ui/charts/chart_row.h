// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plot_view.h"

#include <QWidget>

namespace rungwatch::charts {

/// One chart with what stands beside it: title, unit and scale at the left, the value now at the right, in columns of
/// fixed width.
class ChartRow : public QWidget {
    Q_OBJECT

public:
    ChartRow(const QString& title, QWidget* parent = nullptr);

    virtual void setTokens(const theme::Tokens& tokens);
    void setUnit(const QString& unit);
    void setColumns(const ChartColumns& columns);
    virtual void setSeries(const FeatureSeries& series, const TimeAxis& axis) = 0;

    [[nodiscard]] PlotView& plot() { return *m_plot; }
    [[nodiscard]] const PlotView& plot() const { return *m_plot; }

protected:
    [[nodiscard]] const theme::Tokens& tokens() const { return *m_tokens; }
    /// The value column: to the right of the plot, up to the padding.
    [[nodiscard]] QRect valueColumn() const;
    /// The values whose labels stand at the scale.
    void setScale(const std::vector<std::pair<double, QString>>& marks);
    void setTop(double top);
    void setBackdrop(const FeatureSeries& series, const TimeAxis& axis);
    virtual void paintValue(QPainter& painter) = 0;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();

    const theme::Tokens* m_tokens;
    QString m_title;
    QString m_unit;
    ChartColumns m_columns;
    std::vector<std::pair<double, QString>> m_scale;
    PlotView* m_plot;
};

} // namespace rungwatch::charts
