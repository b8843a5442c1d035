// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/reported_parts.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

const FeatureState& stateOf(const Deciding& deciding, const std::string& feature)
{
    static const FeatureState none;
    const auto found = deciding.next().features.find(feature);
    return found == deciding.next().features.end() ? none : found->second.get();
}

/// Each closed interval once. The mode during it is known where none changed since, and of the first new one, which
/// began in the mode that was seen before.
void decideIntervals(Deciding& deciding, const Reported& reported, const FeatureReading& feature)
{
    const auto was = stateOf(deciding, feature.name);
    bool first = true;
    for (const auto& interval : feature.intervals) {
        if (was.lastInterval && interval.n <= *was.lastInterval)
            continue;
        const bool known = was.mode && (was.mode == feature.mode || first);
        first = false;
        deciding.emit(
            IntervalClosed{reported.service, feature.name, known ? was.mode : std::optional<Mode>{}, interval});
    }
}

void decideMode(Deciding& deciding, const Reported& reported, const FeatureReading& feature)
{
    const auto was = stateOf(deciding, feature.name).mode;
    if (was == feature.mode)
        return;
    ModeChanged change{reported.service, feature.name, was, feature.mode, std::nullopt, std::nullopt};
    if (!feature.intervals.empty())
        change.interval = feature.intervals.back().n;
    if (reported.now.instance)
        change.scenario = reported.now.instance->scenario;
    deciding.emit(change);
}

/// Console time as the service's clock counts it.
Duration inServiceTime(Duration time, const Reading& reading)
{
    const auto rate = reading.instance ? reading.instance->rate.milli : 100'000;
    using Micros = std::chrono::microseconds;
    const auto micros = std::chrono::duration_cast<Micros>(time).count();
    std::int64_t product = 0;
    if (__builtin_mul_overflow(micros, rate, &product))
        return Duration::max();
    return Micros{product / 100'000};
}

/// By a revival of ours that the service has accepted. One that nobody answered proves nothing: the switch may as well
/// have run out since.
bool wasRevivedByUs(const Deciding& deciding, const std::string& feature)
{
    const auto& commands = deciding.next().control->commands;
    return std::any_of(commands.begin(), commands.end(), [&](const auto& entry) {
        const auto& command = entry.second;
        return command.command.action == Action::Revive && command.command.target == feature && command.answeredAt
            && command.stage != Stage::Refused && command.stage != Stage::Effective;
    });
}

/// Why a switch that was on is off. The service does not say; its last words about the expiry do.
std::string endCause(const Deciding& deciding, const Reported& reported, const FeatureReading& feature)
{
    if (reported.restarted)
        return "restarted";
    if (wasRevivedByUs(deciding, feature.name))
        return "revived";
    const auto* before = reported.before ? partOf(reported.before->features, feature.name) : nullptr;
    if (!before || !before->killSwitch || !before->killSwitch->expiresIn || !reported.apart)
        return "revived";
    // Half as long again: the two answers took unequal time on their way.
    const auto passed = inServiceTime(*reported.apart + *reported.apart / 2, reported.now);
    return *before->killSwitch->expiresIn <= passed ? "expired" : "revived";
}

void decideKillSwitch(Deciding& deciding, const Reported& reported, const FeatureReading& feature)
{
    const auto was = stateOf(deciding, feature.name);
    if (feature.killSwitch) {
        const auto& kill = *feature.killSwitch;
        if (!was.killed || was.killCommand != kill.commandId)
            deciding.emit(KillSwitchChanged{
                reported.service, feature.name, true, kill.by, kill.reason, kill.expiresIn, kill.commandId, "engaged"});
        return;
    }
    if (!was.killed)
        return;
    KillSwitchChanged end{reported.service, feature.name, false, {}, {}, std::nullopt, was.killCommand,
        endCause(deciding, reported, feature)};
    const auto* before = reported.before ? partOf(reported.before->features, feature.name) : nullptr;
    if (before && before->killSwitch) {
        end.by = before->killSwitch->by;
        end.reason = before->killSwitch->reason;
    }
    deciding.emit(end);
}

} // namespace

void decideReportedFeature(Deciding& deciding, const Reported& reported, const FeatureReading& feature)
{
    decideIntervals(deciding, reported, feature);
    decideMode(deciding, reported, feature);
    decideKillSwitch(deciding, reported, feature);
}

} // namespace rungwatch::fleet
