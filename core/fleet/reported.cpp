// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/reported_parts.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/snapshot.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

bool anyFell(const std::map<std::string, std::uint64_t>& before, const std::map<std::string, std::uint64_t>& now)
{
    return std::any_of(before.begin(), before.end(), [&](const auto& entry) {
        const auto found = now.find(entry.first);
        return found != now.end() && found->second < entry.second;
    });
}

/// A counter that fell: they only rise while a process lives.
bool countersFell(const Reading& before, const Reading& now)
{
    for (const auto& breaker : before.breakers)
        if (const auto* same = partOf(now.breakers, breaker.name); same && anyFell(breaker.calls, same->calls))
            return true;
    for (const auto& feature : before.features) {
        const auto* same = partOf(now.features, feature.name);
        if (!same)
            continue;
        const bool intervalsFell = !feature.intervals.empty() && !same->intervals.empty()
            && same->intervals.back().n < feature.intervals.back().n;
        if (intervalsFell || anyFell(feature.served, same->served))
            return true;
    }
    return false;
}

bool hasRestarted(const Reading& before, const Reading& now, std::uint64_t seqBefore)
{
    if (before.instance && now.instance) {
        if (before.instance->name != now.instance->name)
            return true;
        if (before.instance->uptime && now.instance->uptime && *now.instance->uptime < *before.instance->uptime)
            return true;
    }
    return (!now.events.empty() && now.events.back().seq < seqBefore) || countersFell(before, now);
}

/// What telemetry tells: everything that is followed of a service, numbered where it numbers it.
void decideTelemetry(Deciding& deciding, const AcceptedResult& accepted, const ServicePolicy& service)
{
    const auto& before = accepted.before.get();
    const auto& now = deciding.next().endpoints[accepted.result->endpoint].get();
    const auto seqBefore = accepted.reportedSeq;
    Reported reported{service.name, before.everRead ? &before.reading.get() : nullptr, now.reading.get(), std::nullopt,
        seqBefore, false};
    if (before.obtainedAt && now.obtainedAt)
        reported.apart = *now.obtainedAt - *before.obtainedAt;
    reported.restarted = reported.before && hasRestarted(*reported.before, reported.now, seqBefore);
    if (reported.restarted) {
        reported.seqBefore = 0;
        deciding.emit(ServiceRestarted{service.name});
    }
    decideReportedBreakers(deciding, reported);
    for (const auto& feature : reported.now.features)
        decideReportedFeature(deciding, reported, feature);
}

/// What any other source tells of breakers; a restart is seen by lifetime counters, where no telemetry tells it.
void decideOtherSource(Deciding& deciding, const AcceptedResult& accepted, const ServicePolicy& service)
{
    const auto endpoint = accepted.result->endpoint;
    const auto& before = accepted.before.get();
    const auto& now = deciding.next().endpoints[endpoint].get();
    if (!before.everRead)
        return;
    const bool countsLives = sourceOf(deciding.policy(), deciding.refs()[endpoint]).kind == SourceKind::Metrics;
    if (countsLives && !telemetryOf(deciding.next(), service.name)
        && countersFell(before.reading.get(), now.reading.get()))
        deciding.emit(ServiceRestarted{service.name});
    decideSampledBreakers(deciding, endpoint, before.reading.get(), now.reading.get());
}

} // namespace

void decideReported(Deciding& deciding, const PollRound& round)
{
    // A service's telemetry is its first source of that kind.
    const auto isTelemetry = [](const ServicePolicy& service, std::size_t source) {
        const auto first = std::find_if(service.sources.begin(), service.sources.end(),
            [](const SourcePolicy& candidate) { return candidate.kind == SourceKind::Telemetry; });
        return first == service.sources.begin() + static_cast<std::ptrdiff_t>(source);
    };
    for (const auto& accepted : deciding.accepted()) {
        if (!accepted.result->reading)
            continue;
        const auto ref = deciding.refs()[accepted.result->endpoint];
        const auto& service = serviceOf(deciding.policy(), ref);
        if (isTelemetry(service, ref.source))
            decideTelemetry(deciding, accepted, service);
        else
            decideOtherSource(deciding, accepted, service);
    }
    decideTraffic(deciding, round);
}

} // namespace rungwatch::fleet
