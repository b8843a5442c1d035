// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_row.h"

namespace rungwatch::charts {

/// What a signal chart shows of a feature: where its samples and its limit come from, and how its values read.
struct Signal {
    enum class Kind { ErrorRate, P95, CachedAge };
    Kind kind{Kind::ErrorRate};

    [[nodiscard]] QString title() const;
    [[nodiscard]] std::vector<StepSample> samples(const FeatureSeries& series, WallTime until) const;
    [[nodiscard]] std::optional<double> limit(const FeatureSeries& series) const;
    /// The value now: of the last interval, or the cached age as last read. Absent: unknown.
    [[nodiscard]] std::optional<double> now(const FeatureSeries& series) const;
    /// Whether a value at its limit is over it: rates and latencies trip at it, an age of exactly the limit is usable.
    [[nodiscard]] bool isOver(double value, double limit) const;
    [[nodiscard]] double top(double highest, std::optional<double> limit) const;
    [[nodiscard]] QString valueText(double value) const;
    /// "over trip", "usable": the word beside the value.
    [[nodiscard]] QString wordFor(double value, std::optional<double> limit) const;
    /// "trip 20 %", "limit 120 s".
    [[nodiscard]] QString limitText(double limit) const;
};

/// Error rate, p95 or cached age: a line in steps, its limit dashed, what is over it thick, filled and named.
class SignalChart : public ChartRow {
    Q_OBJECT

public:
    explicit SignalChart(Signal signal, QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens) override;
    void setSeries(const FeatureSeries& series, const TimeAxis& axis) override;

protected:
    void paintValue(QPainter& painter) override;

private:
    void plotOver(const std::vector<Run>& runs);

    Signal m_signal;
    RunAreas m_overArea;
    RunLines m_line;
    RunLines m_over;
    std::optional<double> m_now;
    std::optional<double> m_limit;
    bool m_stale{false};
    /// The last interval is known and has no such figure: no call was measured in it, or none ended in time.
    bool m_untold{false};
    bool m_shown{true};
};

} // namespace rungwatch::charts
