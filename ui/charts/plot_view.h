// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/run_series.h"
#include "ui/charts/series.h"
#include "ui/theme/tokens.h"

#include <QChartView>

class QValueAxis;

namespace rungwatch::charts {

/// What stands behind and above every plot of a column, in pixels: modes other than primary, and gaps.
struct Backdrop {
    struct Span {
        int from{0};
        int to{0};
        std::optional<Mode> mode;
    };
    std::vector<Span> modes;
    std::vector<Span> gaps;
    std::vector<int> grid;

    [[nodiscard]] static Backdrop of(const FeatureSeries& series, const TimeAxis& axis);
};

/// The plot area of one chart: a Qt Charts view without frame, legend, axes or antialiasing. Its x is the pixel column,
/// so that a step stands on the same pixel in every chart; its y begins at 0.
class PlotView : public QChartView {
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setTop(double top);
    void setBackdrop(const Backdrop& backdrop);
    /// A dashed line over the plot.
    void setLimit(std::optional<double> limit);
    /// Shown instead of data: why there is none.
    void setWords(const QString& words);
    /// On a box beside the last gap: "no data since 14:26:37".
    void setGapWords(const QString& words);

    [[nodiscard]] AttachSeries attach();
    /// The row of pixels at which `value` is drawn, within the view.
    [[nodiscard]] int yOf(double value) const;

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Fits the axes to the view: two pixels above and below, for the pen of a line at the very top or bottom.
    void fitAxes();
    void drawGaps(QPainter* painter) const;
    void drawGapWords(QPainter* painter, const Backdrop::Span& gap) const;

    const theme::Tokens* m_tokens;
    QValueAxis* m_x;
    QValueAxis* m_y;
    double m_top{100};
    Backdrop m_backdrop;
    std::optional<double> m_limit;
    QString m_words;
    QString m_gapWords;
};

} // namespace rungwatch::charts
