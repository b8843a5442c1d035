// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series.h"
#include "ui/charts/time_axis.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch::charts {

class AxisStrip;
class BreakerLanes;
class ModeBand;
class RangeButtons;
class RungShareChart;
class SignalChart;

/// The column of the selected feature: mode, rung shares, errors, p95, cached age and breaker lanes over one time axis.
class FeatureCharts : public QWidget {
    Q_OBJECT

public:
    explicit FeatureCharts(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// Replaces all that is shown.
    void setSeries(const FeatureSeries& series, const TimeRange& range);
    /// How much of the service's own time to show.
    [[nodiscard]] Duration range() const;
    [[nodiscard]] RangeButtons& rangeButtons() { return *m_rangeButtons; }

Q_SIGNALS:
    /// The owner answers with setSeries().
    void rangeChosen(rungwatch::Duration range);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void showSeries();

    const theme::Tokens* m_tokens;
    FeatureSeries m_series;
    TimeRange m_timeRange;
    ColumnHeights m_heights;
    RangeButtons* m_rangeButtons;
    ModeBand* m_mode;
    RungShareChart* m_rungs;
    SignalChart* m_errors;
    SignalChart* m_p95;
    SignalChart* m_age;
    BreakerLanes* m_lanes;
    AxisStrip* m_axisStrip;
};

} // namespace rungwatch::charts
