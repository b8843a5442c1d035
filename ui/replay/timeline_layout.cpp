// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline_layout.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <cmath>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Duration, 19> tickSteps{
    1s, 5s, 10s, 30s, 1min, 2min, 5min, 10min, 15min, 30min, 1h, 2h, 4h, 8h, 24h, 48h, 7 * 24h, 14 * 24h, 30 * 24h};

QString labelOf(WallTime at, Duration step)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(at.time_since_epoch()).count();
    const auto when = QDateTime::fromMSecsSinceEpoch(ms, QTimeZone::utc());
    if (step >= 24h || (step >= 2h && when.time() == QTime{0, 0}))
        return when.toString(QStringLiteral("MM-dd"));
    return when.toString(step < 1min ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

} // namespace

int TimelineAxis::pixelOf(WallTime at) const
{
    if (isEmpty() || at <= range.from)
        return left;
    if (at >= range.to)
        return left + width;
    const auto part = static_cast<long double>((at - range.from).count()) / range.length().count();
    return left + static_cast<int>(std::floor(part * width));
}

WallTime TimelineAxis::timeAt(int pixel) const
{
    if (isEmpty())
        return range.from;
    const auto part = static_cast<long double>(std::clamp(pixel - left, 0, width)) / width;
    return range.from + Duration{static_cast<std::int64_t>(std::ceil(part * range.length().count()))};
}

std::vector<charts::TimeTick> TimelineAxis::ticks() const
{
    std::vector<charts::TimeTick> found;
    if (isEmpty())
        return found;
    const auto spacing = [this](Duration step) {
        return static_cast<long double>(step.count()) * width / range.length().count();
    };
    const auto step = std::find_if(tickSteps.begin(), tickSteps.end(),
        [&](Duration candidate) { return spacing(candidate) >= (candidate < 1min ? 80 : 64); });
    if (step == tickSteps.end())
        return found;
    const auto since = range.from.time_since_epoch();
    for (auto at = WallTime{(since / *step + (since % *step > 0s ? 1 : 0)) * *step}; at <= range.to; at += *step) {
        const int pixel = pixelOf(at);
        if (pixel >= left + 20 && pixel <= left + width - 20)
            found.push_back({at, pixel, labelOf(at, *step)});
    }
    return found;
}

TimelineRows::TimelineRows(const QSize& strip, const charts::TimeRange& range, bool folded)
{
    const int left = padding + labelWidth;
    const int wide = std::max(0, strip.width() - left - padding);
    axis = {range, left, wide};
    int y = 0;
    const auto take = [&](QRect& row, int height) {
        row = {left, y, wide, height};
        y += height;
    };
    const int row = folded ? 17 : 23;
    take(head, 20);
    take(levels, row);
    take(modes, row);
    take(breakers, row);
    take(marks, row);
    take(alarms, row);
    take(labels, 18);
}

int TimelineRows::heightOf(bool folded)
{
    const TimelineRows rows{{0, 0}, {}, folded};
    return rows.labels.bottom() + 1;
}

std::vector<MarkGroup> groupedMarks(const std::vector<TimelineMark>& marks,
    std::initializer_list<TimelineMark::Kind> kinds, const TimelineAxis& axis, int apart)
{
    std::vector<MarkGroup> groups;
    for (const auto& mark : marks) {
        if (std::find(kinds.begin(), kinds.end(), mark.kind) == kinds.end())
            continue;
        const int pixel = axis.pixelOf(mark.at);
        if (!groups.empty() && pixel - groups.back().pixel < apart)
            ++groups.back().count;
        else
            groups.push_back({pixel, mark, 1});
    }
    return groups;
}

} // namespace rungwatch
