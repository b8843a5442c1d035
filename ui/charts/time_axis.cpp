// SPDX-License-Identifier: GPL-3.0-or-later
#include "time_axis.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace rungwatch::charts {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Duration, 16> tickSteps{
    Duration{1s}, 2s, 5s, 10s, 15s, 30s, 1min, 2min, 5min, 10min, 15min, 30min, 1h, 2h, 4h, 8h};

QString labelOf(WallTime at, Duration step)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(at.time_since_epoch()).count();
    const auto when = QDateTime::fromMSecsSinceEpoch(ms, QTimeZone::utc());
    return when.toString(step < 1min ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

} // namespace

int TimeAxis::pixelOf(WallTime at) const
{
    if (isEmpty() || at <= range.from)
        return left;
    if (at >= range.to)
        return left + width;
    // Whole numbers, so that a pixel and its moment always agree: 64 bits hold a month at 3,500 px.
    return left + static_cast<int>((at - range.from).count() * width / range.length().count());
}

WallTime TimeAxis::timeAt(int pixel) const
{
    if (isEmpty())
        return range.from;
    const auto scaled = (pixel - left) * range.length().count();
    const auto roundUp = scaled % width > 0 ? 1 : 0;
    return range.from + Duration{scaled / width + roundUp};
}

std::vector<TimeTick> TimeAxis::ticks() const
{
    std::vector<TimeTick> found;
    if (isEmpty())
        return found;
    // A label of 11 px figures is 33 or 53 px wide.
    const auto spacing = [](Duration step) { return step < 1min ? 66 : 48; };
    const auto fits = [&](Duration step) { return step.count() * width / range.length().count() >= spacing(step); };
    const auto step = std::find_if(tickSteps.begin(), tickSteps.end(), fits);
    if (step == tickSteps.end())
        return found;
    const auto sinceEpoch = range.from.time_since_epoch();
    auto at = WallTime{(sinceEpoch / *step + (sinceEpoch % *step > Duration::zero() ? 1 : 0)) * *step};
    const int margin = *step < 1min ? 27 : 17;
    for (; at <= range.to; at += *step) {
        const int pixel = pixelOf(at);
        if (pixel >= left + margin && pixel <= left + width - margin)
            found.push_back({at, pixel, labelOf(at, *step)});
    }
    return found;
}

ChartColumns ChartColumns::forWidth(int width)
{
    ChartColumns columns;
    if (width < 600)
        columns.label = 122;
    return columns;
}

int ChartColumns::plotWidth(int width) const
{
    return std::max(0, width - 2 * padding - label - value);
}

ColumnHeights ColumnHeights::forHeight(int height, int lanes)
{
    const ColumnHeights design;
    ColumnHeights fit;
    if (design.total(lanes) > height) {
        fit.lane = 16;
        fit.gap = 10;
    }
    const int weights = design.rungs + design.errors + design.p95 + design.age;
    const int fixed = fit.total(lanes) - weights;
    const int free = std::clamp(height - fixed, weights / 3, weights * 3 / 2);
    fit.errors = free * design.errors / weights;
    fit.p95 = free * design.p95 / weights;
    fit.age = free * design.age / weights;
    fit.rungs = free - fit.errors - fit.p95 - fit.age;
    return fit;
}

int ColumnHeights::total(int lanes) const
{
    const int charts = rungs + errors + p95 + age + 4 * gap + gap / 2;
    return head + mode + charts + (lanes > 0 ? lanesHead + lanes * lane : 0) + axis;
}

} // namespace rungwatch::charts
