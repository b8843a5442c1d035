// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimate.h"

#include <algorithm>
#include <cmath>

namespace rungwatch::charts {
namespace {

/// Draws one run column by column: a column with one change gets the value before and after, one with several its
/// extremes, and the value that it left with a pixel later.
class RunWriter {
public:
    void begin(int pixel, double value)
    {
        m_run.clear();
        m_value = value;
        m_column = {pixel, value, value, value, 0};
    }

    void change(int pixel, double value)
    {
        if (value == m_value)
            return;
        pixel = std::max(pixel, m_column.x);
        if (pixel != m_column.x) {
            flush(pixel);
            m_column = {pixel, m_value, m_value, m_value, 0};
        }
        m_column.low = std::min(m_column.low, value);
        m_column.high = std::max(m_column.high, value);
        ++m_column.changes;
        m_value = value;
    }

    [[nodiscard]] Run end(int pixel)
    {
        // What is narrower than a column still shows: a run is never a single point.
        pixel = std::max(pixel, m_column.x + 1);
        flush(pixel);
        m_run.emplace_back(pixel, m_value);
        return std::move(m_run);
    }

private:
    struct Column {
        int x{0};
        double enter{0};
        double low{0};
        double high{0};
        int changes{0};
    };

    void flush(int nextPixel)
    {
        const auto& c = m_column;
        if (c.changes <= 1) {
            m_run.emplace_back(c.x, c.enter);
            if (c.changes == 1)
                m_run.emplace_back(c.x, m_value);
            return;
        }
        const bool endsLow = m_value - c.low < c.high - m_value;
        m_run.emplace_back(c.x, endsLow ? c.high : c.low);
        m_run.emplace_back(c.x, endsLow ? c.low : c.high);
        if (m_run.back().y() != m_value && nextPixel > c.x + 1)
            m_run.emplace_back(c.x + 1, m_value);
    }

    Run m_run;
    Column m_column;
    double m_value{0};
};

/// Where a segment that crosses the limit meets it. Steps cross it straight up or down.
QPointF crossing(QPointF a, QPointF b, double limit)
{
    const double part = (limit - a.y()) / (b.y() - a.y());
    return {a.x() + part * (b.x() - a.x()), limit};
}

void append(Run& run, QPointF point)
{
    if (run.empty() || run.back() != point)
        run.push_back(point);
}

} // namespace

std::vector<Run> decimateSteps(std::span<const StepSample> samples, const TimeAxis& axis)
{
    std::vector<Run> runs;
    if (axis.isEmpty())
        return runs;
    RunWriter writer;
    bool open = false;
    int end = axis.left - 1;
    const auto finish = [&] {
        if (!open)
            return;
        runs.push_back(writer.end(end));
        end = static_cast<int>(runs.back().back().x());
        open = false;
    };
    for (const auto& sample : samples) {
        if (sample.to <= axis.range.from || sample.from >= axis.range.to || sample.to <= sample.from)
            continue;
        const int from = axis.pixelOf(sample.from);
        const int to = axis.pixelOf(sample.to);
        if (!sample.value || !std::isfinite(*sample.value)) {
            // Shorter than a pixel: nothing of it could be seen.
            if (to > from)
                finish();
            continue;
        }
        if (open && from - end >= 1)
            finish();
        if (open)
            writer.change(from, *sample.value);
        else
            writer.begin(std::max(from, end + 1), *sample.value);
        open = true;
        end = to;
    }
    finish();
    return runs;
}

std::vector<Run> atOrAbove(const std::vector<Run>& runs, double limit)
{
    std::vector<Run> parts;
    for (const auto& run : runs) {
        Run part;
        for (std::size_t i = 0; i < run.size(); ++i) {
            const bool above = run[i].y() >= limit;
            if (i > 0 && above != (run[i - 1].y() >= limit))
                append(part, crossing(run[i - 1], run[i], limit));
            if (above)
                append(part, run[i]);
            if ((!above || i + 1 == run.size()) && part.size() > 1)
                parts.push_back(part);
            if (!above)
                part.clear();
        }
    }
    return parts;
}

} // namespace rungwatch::charts
