// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/lane_spans.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch::charts {

/// A lane a breaker: thin while it is closed, thick while it is not, its state as a word at the right.
class BreakerLanes : public QWidget {
    Q_OBJECT

public:
    explicit BreakerLanes(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setColumns(const ChartColumns& columns, int laneHeight);
    void setSeries(const FeatureSeries& series, const TimeAxis& axis);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLane(QPainter& painter, const Lane& lane, const QRect& row) const;
    void paintSpan(QPainter& painter, const LaneSpan& span, const QRect& row) const;
    void paintWord(QPainter& painter, const Lane& lane, const QRect& row) const;

    const theme::Tokens* m_tokens;
    ChartColumns m_columns;
    int m_laneHeight{19};
    std::vector<Lane> m_lanes;
    TimeAxis m_axis;
};

} // namespace rungwatch::charts
