// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_row.h"
#include "ui/charts/plotted.h"

namespace rungwatch::charts {

/// Who answered: the rungs' shares stacked as steps, the first rung at the bottom. Labels stand beside their areas with
/// the share of the last interval; there is no legend.
class RungShareChart : public ChartRow {
    Q_OBJECT

public:
    explicit RungShareChart(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens) override;
    void setSeries(const FeatureSeries& series, const TimeAxis& axis) override;

protected:
    void paintValue(QPainter& painter) override;

private:
    struct Layer {
        RungKind kind{RungKind::Unavailable};
        RunAreas area;
        RunLines edge;
    };
    struct Label {
        RungKind kind{RungKind::Unavailable};
        QString name;
        double share{0};
        double middle{0};
    };

    void setRungs(const std::vector<RungName>& rungs);
    void setInk(Layer& layer);
    [[nodiscard]] QString wordsBefore(const FeatureSeries& series, const TimeAxis& own) const;
    void setLabels(const FeatureSeries& series);
    /// One line each; two for names that don't fit beside their figure, where there is room for all.
    [[nodiscard]] std::vector<LabelPlace> labelPlaces(int room) const;
    void paintLabel(QPainter& painter, const Label& label, const QRect& box) const;

    std::vector<Layer> m_layers;
    std::vector<Label> m_labels; ///< From the top down.
    bool m_stale{false};
};

} // namespace rungwatch::charts
