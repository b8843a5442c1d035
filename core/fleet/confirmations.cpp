// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/guard.h"
#include "rungwatch/fleet/snapshot.h"

#include <algorithm>

/// \file
/// What became of a command: the service's answer, and then what its own telemetry shows. Done is only what is seen.

namespace rungwatch::fleet {

namespace {

bool isWaiting(const CommandState& command)
{
    return command.stage == Stage::Requested || command.stage == Stage::Accepted || command.stage == Stage::Unconfirmed;
}

SteadyTime waitsSince(const CommandState& command)
{
    return command.answeredAt.value_or(command.requestedAt);
}

/// Of the telemetry of the target's service: when it was obtained; absent where nothing known was.
std::optional<SteadyTime> telemetryObtained(const FleetState& state, std::size_t service)
{
    const auto endpoint = telemetryOf(state, state.policy->services[service].name);
    return endpoint ? state.endpoints[*endpoint]->obtainedAt : std::nullopt;
}

bool killSeen(const FleetState& state, const CommandState& command, bool obtainedAfter)
{
    const auto* feature = featureReading(state, command.command.target);
    if (!feature || !feature->killSwitch)
        return false;
    const auto& id = feature->killSwitch->commandId;
    // A service that does not repeat whose command it was is believed once it shows the switch after its answer.
    return id == command.command.id || (id.empty() && obtainedAfter && command.answeredAt);
}

bool revivalSeen(const FleetState& state, const CommandState& command, bool obtainedAfter)
{
    const auto* feature = featureReading(state, command.command.target);
    return obtainedAfter && feature && feature->mode && !feature->killSwitch && feature->mode != Mode::Killed;
}

/// The answered state, in telemetry from after the answer or in an event that is numbered after the request: a breaker
/// that a good probe closed may have tripped again before the next poll.
bool probeSeen(const FleetState& state, const CommandState& command, bool obtainedAfter)
{
    if (command.answeredState.empty())
        return false;
    const auto& target = command.command.target;
    const auto* breaker = breakerReading(state, target);
    if (obtainedAfter && breaker && breaker->state && nameOf(*breaker->state) == command.answeredState)
        return true;
    const auto endpoint = telemetryOf(state, std::string_view(target).substr(0, target.find('/')));
    if (!endpoint)
        return false;
    const auto name = std::string_view(target).substr(target.find('/') + 1);
    const auto& events = state.endpoints[*endpoint]->reading->events;
    return std::any_of(events.begin(), events.end(), [&](const ReportedEvent& event) {
        return event.kind == "breaker" && event.name == name && event.to == command.answeredState
            && event.seq > command.reportedSeqThen;
    });
}

bool effectSeen(const FleetState& state, const CommandState& command, SteadyTime now)
{
    const auto target = targetOf(state, command.command.action, command.command.target, now);
    const auto obtained = target ? telemetryObtained(state, target->service) : std::nullopt;
    if (!obtained)
        return false;
    const bool after = *obtained > waitsSince(command);
    switch (command.command.action) {
    case Action::Kill:
        return killSeen(state, command, after);
    case Action::Revive:
        return revivalSeen(state, command, after);
    case Action::Probe:
        return probeSeen(state, command, after);
    }
    return false;
}

std::string join(const std::string& a, const std::string& b)
{
    return a.empty() || b.empty() ? a + b : a + " " + b;
}

CommandStageChanged change(const Deciding& deciding, const CommandState& command, Stage stage)
{
    CommandStageChanged to;
    to.commandId = command.command.id;
    to.stage = stage;
    to.refusal = command.refusal;
    to.waited = deciding.now() - command.requestedAt;
    return to;
}

/// Whether the service may have done it although no answer came: a connection that was never made did nothing.
bool mayHaveActed(Transport transport)
{
    switch (transport) {
    case Transport::Refused:
    case Transport::Dns:
    case Transport::Tls:
    case Transport::NotSent:
    case Transport::ExpiredCertificate:
    case Transport::WrongHostName:
    case Transport::UntrustedAuthority:
        return false;
    case Transport::None:
    case Transport::Timeout:
    case Transport::Reset:
    case Transport::TooLarge:
    case Transport::Redirect:
    case Transport::Failed:
    case Transport::BrokeOff:
        break;
    }
    return true;
}

} // namespace

void decideAnswer(Deciding& deciding, const EffectResult& result)
{
    const auto& commands = deciding.next().control->commands;
    const auto found = commands.find(result.commandId);
    if (found == commands.end() || !isWaiting(found->second) || found->second.answeredAt)
        return;
    const auto command = found->second;
    const bool accepted = result.transport == Transport::None && result.status >= 200 && result.status < 300;
    const bool unanswered = result.transport != Transport::None;
    auto to = change(deciding, command,
        accepted                                           ? Stage::Accepted
            : unanswered && mayHaveActed(result.transport) ? Stage::Unconfirmed
                                                           : Stage::Refused);
    to.refusal = accepted ? std::optional<Refusal>{} : unanswered ? Refusal::Unanswered : Refusal::ByService;
    to.detail = accepted ? result.outcome
        : unanswered     ? join(spoken(nameOf(result.transport)), result.cause)
                         : join(std::to_string(result.status), result.cause);
    to.state = result.state;
    to.retryIn = result.retryIn;
    deciding.emit(to);
}

void decideConfirmations(Deciding& deciding)
{
    const auto commands = deciding.next().control->commands;
    for (const auto& [id, command] : commands) {
        if (!isWaiting(command))
            continue;
        if (effectSeen(deciding.next(), command, deciding.now())) {
            auto to = change(deciding, command, Stage::Effective);
            to.refusal.reset();
            deciding.emit(to);
        } else if (command.stage != Stage::Unconfirmed && deciding.now() >= waitsSince(command) + confirmWithin)
            deciding.emit(change(deciding, command, Stage::Unconfirmed));
    }
}

void wakeForControl(Deciding& deciding)
{
    const auto& control = *deciding.next().control;
    if (control.selection)
        deciding.wakeAt(control.selection->expiresAt);
    for (const auto& [id, command] : control.commands)
        if (command.stage == Stage::Requested || command.stage == Stage::Accepted)
            deciding.wakeAt(saturatingAdd(waitsSince(command), confirmWithin));
}

} // namespace rungwatch::fleet
