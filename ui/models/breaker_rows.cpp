// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/breaker_parts.h"
#include "ui/models/kill_cell.h"

namespace rungwatch {
namespace {

using namespace fleet;
using breaker::Phase;

const QString dash{QStringLiteral("–")};

QString percent(const Percent& value)
{
    return format::wholePercent(value.value()) + QChar{0x00a0} + QLatin1Char{'%'};
}

/// "store /health": a slash apart, as a path.
QString endpointLabel(const Policy& policy, EndpointRef ref)
{
    auto name = format::plainLine(endpointName(policy, ref));
    return name.replace(name.lastIndexOf(QLatin1Char{'/'}), 1, QStringLiteral(" /"));
}

void setProbeWait(BreakerRow& row, Duration left, Duration whole)
{
    row.probe = left.count() > 0 ? format::lengthText(left) : QStringLiteral("due");
    if (whole.count() > 0)
        row.probeFraction = 1 - toSeconds(left) / toSeconds(whole);
}

/// Whether a trip has emptied the window that the rate is made of.
bool isTripped(const std::optional<Phase>& phase)
{
    return phase == Phase::Open || phase == Phase::HalfOpen;
}

QStringList rateThatTripped(const Percent& trip)
{
    return {QStringLiteral("tripped at ≥ %1 failed calls").arg(percent(trip)),
        QStringLiteral("≥ %1 failed").arg(percent(trip))};
}

QStringList ownTripped(const breaker::Options& options)
{
    if (options.window == breaker::WindowKind::Consecutive)
        return {QStringLiteral("tripped: %1 failed polls in a row").arg(options.failureThreshold),
            QStringLiteral("%1 failed in a row").arg(options.failureThreshold)};
    if (options.failureRate)
        return rateThatTripped(*options.failureRate);
    return {QStringLiteral("tripped: %1 failed polls").arg(options.failureThreshold),
        QStringLiteral("%1 failed").arg(options.failureThreshold)};
}

QString withoutRate(std::uint64_t calls, std::uint64_t least)
{
    if (calls == 0)
        return QStringLiteral("no calls");
    return least > 0 ? QStringLiteral("<%1 calls").arg(least) : QStringLiteral("too few");
}

void setOwnRate(BreakerRow& row, const breaker::Figures& figures, const breaker::Options& options)
{
    if (options.failureRate && options.window != breaker::WindowKind::Consecutive) {
        row.trip = options.failureRate->value() / 100;
        if (figures.failureRate)
            row.rate = figures.failureRate->value() / 100;
        row.rateText =
            figures.failureRate ? percent(*figures.failureRate) : withoutRate(figures.calls, options.minCalls);
        row.overTrip = figures.failureRate && *figures.failureRate >= *options.failureRate;
        return;
    }
    const auto failed =
        options.window == breaker::WindowKind::Consecutive ? std::uint64_t{figures.run} : figures.failed;
    row.trip = 1;
    row.rate = std::min(1.0, static_cast<double>(failed) / options.failureThreshold);
    row.rateText = QStringLiteral("%1 of %2").arg(failed).arg(options.failureThreshold);
    row.overTrip = failed >= options.failureThreshold;
}

} // namespace

BreakerRow ownRow(const FleetState& state, std::size_t index, EndpointRef ref, const Moment& now)
{
    const auto& endpoint = *state.endpoints[index];
    const auto& options = state.policy->services[ref.service].breaker;
    const auto figures = breaker::figuresAt(endpoint.breaker, options, now.steady);
    BreakerRow row;
    row.address = QStringLiteral("own:") + QString::fromStdString(endpointName(*state.policy, ref));
    row.name = endpointLabel(*state.policy, ref);
    row.phase = breaker::phaseAt(endpoint.breaker, options, now.steady);
    setOwnRate(row, figures, options);
    if (isTripped(row.phase) && !row.overTrip)
        row.tripped = ownTripped(options);
    row.calls = format::grouped(figures.calls);
    row.inState = format::roughLength(now.steady - endpoint.breaker.since);
    row.opened = format::grouped(endpoint.breaker.counters.opened);
    row.probe = dash;
    const auto left = breaker::remainingAt(endpoint.breaker, options, now.steady);
    if (row.phase == Phase::Open && left && endpoint.breaker.openUntil) {
        setProbeWait(row, *left, *endpoint.breaker.openUntil - endpoint.breaker.since);
        row.probeAt = format::utcSecond(now.wall + *left);
    } else if (row.phase == Phase::HalfOpen) {
        const auto& probes = endpoint.breaker.probes;
        row.probe = probes.empty()
            ? QStringLiteral("due")
            : QStringLiteral("in flight ") + format::lengthText(now.steady - probes.front().startedAt);
    }
    if (!endpoint.troubleWord.empty()) {
        row.actionShort = format::plainLine(spoken(endpoint.troubleWord));
        row.action = QStringLiteral("last poll: ") + row.actionShort;
    }
    return row;
}

namespace {

/// Of its life, where the service counts that; else of the present window.
quint64 callsOf(const BreakerReading& reading)
{
    quint64 calls = 0;
    const auto& counts = reading.calls.empty() ? reading.recent : reading.calls;
    for (const char* name : {"ok", "failed"}) {
        const auto found = counts.find(name);
        calls += found == counts.end() ? 0 : found->second;
    }
    return calls;
}

void setReportedRate(BreakerRow& row, const BreakerReading& reading)
{
    if (reading.tripRate)
        row.trip = reading.tripRate->value() / 100;
    if (!reading.failureRate) {
        row.rateText = withoutRate(callsOf(reading), reading.minCalls.value_or(0));
        if (isTripped(row.phase))
            row.tripped = reading.tripRate ? rateThatTripped(*reading.tripRate)
                                           : QStringList{QStringLiteral("tripped, rate not told")};
        return;
    }
    row.rate = reading.failureRate->value() / 100;
    row.rateText = percent(*reading.failureRate);
    row.overTrip = reading.tripRate && *reading.failureRate >= *reading.tripRate;
}

/// Several instances under one name, and a state that nobody published: how it is known is part of what is known.
void setHowItIsKnown(BreakerRow& row, const BreakerReading& reading)
{
    if (reading.instances && reading.openInstances) {
        row.rateText = QStringLiteral("%1 of %2 open").arg(*reading.openInstances).arg(*reading.instances);
        row.rate.reset();
        row.tripped.clear();
    }
    if (!reading.inferredFrom.empty())
        row.action = QStringLiteral("inferred: ") + format::plainLine(reading.inferredFrom);
    else if (reading.other == OtherBreakerState::MetricsOnly)
        row.action = QStringLiteral("counts only, lets all through");
}

void setReportedProbe(BreakerRow& row, const BreakerReading& reading, const ServiceView& service, const Moment& now)
{
    row.probe = row.phase == Phase::HalfOpen ? QStringLiteral("probing") : dash;
    const auto left = service.left(reading.nextProbeIn);
    if (row.phase != Phase::Open || !left)
        return;
    const auto since = service.since(reading.since);
    setProbeWait(row, *left, since ? *since + *left : Duration::zero());
    // When the service's clock runs at another rate, its countdown ends at no time of ours that a person would expect.
    if (service.rate == 1)
        row.probeAt = format::utcSecond(now.wall + *left);
}

/// What became of the operator's last probe, and whether another may be asked for.
void setAction(BreakerRow& row, const FleetState& state, const std::string& address, SteadyTime now)
{
    row.canProbe = row.phase == Phase::Open && !state.policy->readOnly;
    if (row.phase == Phase::Open && state.policy->readOnly)
        row.action = QStringLiteral("locked: read-only");
    if (row.phase == Phase::HalfOpen)
        row.action = QStringLiteral("locked: probe in flight");
    const auto& selection = state.control->selection;
    if (selection && selection->action == Action::Probe && selection->target == address)
        row.action = QStringLiteral("selected by ") + format::plainLine(selection->by);
    const auto* command = shownCommand(state, address, true, now);
    if (!command)
        return;
    switch (command->stage) {
    case Stage::Requested:
    case Stage::Accepted:
        row.canProbe = false;
        row.action = QStringLiteral("requested ") + format::lengthText(now - command->requestedAt);
        break;
    case Stage::Unconfirmed:
        row.action = QStringLiteral("UNCONFIRMED ") + format::lengthText(now - command->requestedAt);
        break;
    case Stage::Refused:
        row.action = QStringLiteral("refused: ") + refusalCause(*command);
        break;
    case Stage::Effective:
        row.action = QStringLiteral("probe: ")
            + (command->detail.empty() ? format::plainLine(command->answeredState)
                                       : format::plainLine(command->detail));
        break;
    }
}

} // namespace

BreakerRow reportedRow(
    const FleetState& state, const std::string& service, const Said<BreakerReading>& said, const Moment& now)
{
    const auto& reading = *said.value;
    const auto view = ServiceView::ofEndpoint(state, said.endpoint, now.steady);
    BreakerRow row;
    const auto address = service + '/' + reading.name;
    row.address = QString::fromStdString(address);
    row.name = format::plainLine(reading.name);
    row.stale = view.isStale();
    row.calls = format::grouped(callsOf(reading));
    row.opened = reading.opened ? format::grouped(*reading.opened) : dash;
    row.inState = dash;
    if (row.stale) {
        row.lastKnown = QStringLiteral("last known ") + format::word(reading.state);
        if (reading.failureRate)
            row.lastKnown += QStringLiteral(", ") + percent(*reading.failureRate);
        row.probe = reading.state == Phase::Closed ? dash : QStringLiteral("countdown not trusted");
        row.action = reading.state == Phase::Open ? QStringLiteral("no probe on stale data") : QString{};
        return row;
    }
    row.phase = reading.state;
    setReportedRate(row, reading);
    if (const auto since = view.since(reading.since))
        row.inState = format::roughLength(*since);
    setReportedProbe(row, reading, view, now);
    setHowItIsKnown(row, reading);
    // Only telemetry takes commands back to the service.
    if (telemetryOf(state, service) == said.endpoint)
        setAction(row, state, address, now.steady);
    return row;
}

} // namespace rungwatch
