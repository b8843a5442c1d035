// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/timeline_layout.h"
#include "ui/replay/what_if_figures.h"
#include "ui/replay/what_if_source.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// Two lanes a feature and a breaker on the timeline's axis: as recorded above, as it would have been below, and their
/// figures beside the name. What is estimated is hatched and says so.
class WhatIfLanes : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfLanes(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setResult(std::shared_ptr<const WhatIfResult> result);
    /// The strip's, so that both stand on the same columns.
    void setAxis(const TimelineAxis& axis);
    void setPlayhead(WallTime at);
    /// How high the place is that it stands in: lanes grow into it.
    void setRoom(int height);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] std::vector<const lab::WhatIfBreaker*> shownBreakers() const;
    [[nodiscard]] int laneHeight() const;
    [[nodiscard]] int featureHeight() const;
    void layOut();
    void paintLegend(QPainter& painter, const QRect& row) const;
    void paintFigures(QPainter& painter, const QRect& row, const QString& name, const QString& where,
        const std::vector<WhatIfFigure>& figures) const;
    void paintLabel(QPainter& painter, const QRect& row, const QString& text) const;
    void paintLane(QPainter& painter, int top, const lab::WhatIfFeature& feature, const lab::Lane& lane) const;
    void paintInterval(QPainter& painter, const QRect& box, const lab::WhatIfFeature& feature,
        const lab::LaneInterval& interval) const;
    void paintModes(QPainter& painter, int top, const lab::Lane& lane) const;
    void paintBreaker(QPainter& painter, int top, const lab::BreakerLane& lane) const;
    void paintEstimated(QPainter& painter, const QRect& box) const;

    const theme::Tokens* m_tokens;
    std::shared_ptr<const WhatIfResult> m_result;
    TimelineAxis m_axis;
    WallTime m_playhead;
    int m_shareHeight{24};
    int m_room{0};
};

} // namespace rungwatch
