// SPDX-License-Identifier: GPL-3.0-or-later
#include "mode_cell.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

namespace rungwatch {
namespace {

QString percent(const Percent& value)
{
    return format::tenthPercent(value.value()) + QChar{0x00a0} + QLatin1Char{'%'};
}

/// "error 100 % ≥ 20 %": the signal's value against the limit that it reached.
QString resetCause(const ControllerReading& controller)
{
    if (controller.resetBy == "error_pct" && controller.resetValue) {
        auto text = QStringLiteral("error ") + percent(*controller.resetValue);
        return controller.maxError ? text + QStringLiteral(" ≥ ") + percent(*controller.maxError) : text;
    }
    if (controller.resetBy == "p95_s") {
        auto text = QStringLiteral("p95");
        if (controller.resetValue)
            text += QLatin1Char{' '} + format::lengthText(fromSeconds(controller.resetValue->value()));
        return controller.maxP95 ? text + QStringLiteral(" ≥ ") + format::settingText(*controller.maxP95) : text;
    }
    if (controller.resetBy == "quota_spent")
        return QStringLiteral("quota spent");
    return format::plainLine(controller.resetBy);
}

const IntervalReading* intervalNumbered(const FeatureReading& feature, std::uint64_t n)
{
    for (const auto& interval : feature.intervals) {
        if (interval.n == n)
            return &interval;
    }
    return nullptr;
}

void addReset(ModeCell& cell, const FeatureReading& feature)
{
    const auto& controller = feature.controller;
    if (!controller.resetInterval || controller.resetBy.empty())
        return;
    const auto* interval = intervalNumbered(feature, *controller.resetInterval);
    const auto when = interval && interval->endedAt && interval->length
        ? format::utcMinute(*interval->endedAt - *interval->length)
        : QStringLiteral("interval %1").arg(*controller.resetInterval);
    cell.details << QStringLiteral("last reset %1 by").arg(when) << resetCause(controller);
}

/// When the hold could be over at the earliest, if every interval from the last full one on is healthy.
void addReturn(ModeCell& cell, const FeatureReading& feature, const ServiceView& service)
{
    if (!cell.hold || !cell.healthy || feature.intervals.empty())
        return;
    const auto& last = feature.intervals.back();
    if (!last.length || !last.endedAt)
        return;
    const auto missing = *cell.hold - std::min(*cell.hold, *cell.healthy);
    const auto at = *last.endedAt + *last.length * static_cast<std::int64_t>(missing);
    cell.clock = QStringLiteral("earliest return ") + format::utcMinute(at);
    const auto& instance = service.endpoint->reading->instance;
    if (!instance || !instance->observedAt)
        return;
    if (const auto left = service.left(at - *instance->observedAt))
        cell.clockLeft = QStringLiteral("in ") + format::roughLength(*left);
}

void addTrips(ModeCell& cell, const ControllerReading& controller)
{
    if (controller.maxError)
        cell.details << QStringLiteral("trips at error ≥ ") + percent(*controller.maxError);
    if (controller.maxP95)
        cell.details << (controller.maxError ? QStringLiteral("or p95 ≥ ") : QStringLiteral("trips at p95 ≥ "))
                + format::settingText(*controller.maxP95);
}

void addKill(ModeCell& cell, const KillSwitchReading& kill, const ServiceView& service)
{
    cell.details << QStringLiteral("by ") + format::plainLine(kill.by)
                 << QStringLiteral("“%1”").arg(format::plainLine(kill.reason));
    const auto left = service.left(kill.expiresIn);
    cell.clock = left ? format::lengthText(*left) + QStringLiteral(" left") : QStringLiteral("until revoked");
}

} // namespace

ModeCell modeCell(const FeatureReading& feature, const ServiceView& service)
{
    ModeCell cell;
    cell.mode = feature.mode;
    if (const auto since = service.since(feature.modeSince))
        cell.since = format::roughLength(*since);
    if (feature.killSwitch) {
        addKill(cell, *feature.killSwitch, service);
    } else if (feature.mode == Mode::Degraded) {
        cell.healthy = feature.controller.healthyRun;
        cell.hold = feature.controller.hold;
        addReset(cell, feature);
        addReturn(cell, feature, service);
    } else if (feature.mode == Mode::Primary) {
        addTrips(cell, feature.controller);
    }
    return cell;
}

} // namespace rungwatch
