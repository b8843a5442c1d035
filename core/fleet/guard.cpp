// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/guard.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/snapshot.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

using Refused = std::optional<GuardRefusal>;

/// Characters, not bytes, without the blanks around them.
std::size_t lengthOf(std::string_view text)
{
    constexpr std::string_view blanks{" \t\r\n"};
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return 0;
    text = text.substr(first, text.find_last_not_of(blanks) - first + 1);
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// What is seen is not what may be acted on: late is still known, stale and unknown are not.
bool isStale(Freshness freshness)
{
    return freshness == Freshness::Stale || freshness == Freshness::Unknown;
}

/// Whether the breaker of that address is one that the service can be asked to probe: others are only reported.
bool telemetryHas(const FleetState& state, std::string_view address)
{
    const auto slash = address.find('/');
    const auto endpoint = telemetryOf(state, address.substr(0, slash));
    if (!endpoint || slash == std::string_view::npos)
        return false;
    const auto& breakers = state.endpoints[*endpoint]->reading->breakers;
    return std::any_of(breakers.begin(), breakers.end(),
        [&](const BreakerReading& breaker) { return breaker.name == address.substr(slash + 1); });
}

Refused againstTarget(const FleetState& state, const Command& command, const std::optional<Target>& target)
{
    if (state.policy->readOnly)
        return GuardRefusal{Refusal::ReadOnly, "this console only watches", {}};
    if (!target)
        return GuardRefusal{Refusal::UnknownTarget, "nothing is called \"" + command.target + "\"", {}};
    if (!telemetryOf(state, state.policy->services[target->service].name))
        return GuardRefusal{
            Refusal::NoControl, state.policy->services[target->service].name + " publishes no telemetry", {}};
    if (command.action == Action::Probe && !telemetryHas(state, command.target))
        return GuardRefusal{Refusal::NoControl, "its service's telemetry has no such breaker", {}};
    return std::nullopt;
}

Refused againstRunning(const FleetState& state, const Command& command)
{
    for (const auto& [id, running] : state.control->commands) {
        if (id == command.id)
            return GuardRefusal{Refusal::InExecution, "this command was given before", {}};
        const bool underWay = running.stage == Stage::Requested || running.stage == Stage::Accepted;
        if (underWay && running.command.target == command.target)
            return GuardRefusal{Refusal::InExecution,
                std::string(nameOf(running.command.action)) + " by " + running.command.by + " is under way", {}};
    }
    return std::nullopt;
}

/// Towards safe is allowed blind, with a tick on the review card; towards load is not.
Refused againstStale(const Command& command, const Target& target)
{
    if (!isStale(target.freshness))
        return std::nullopt;
    const bool mayBlind = command.action == Action::Kill && (command.actBlind || command.kind == CommandKind::Select);
    if (mayBlind)
        return std::nullopt;
    return GuardRefusal{Refusal::StaleData,
        command.action == Action::Kill ? "its state is not known now; tick to act blind" : "its state is not known now",
        {}};
}

/// What the target's present state forbids. Where it is stale a kill goes blind, whatever was seen last.
Refused againstState(const FleetState& state, const Command& command, const Target& target)
{
    if (command.action == Action::Probe) {
        const auto* breaker = breakerReading(state, command.target);
        const auto phase = breaker ? breaker->state : std::nullopt;
        if (phase == breaker::Phase::HalfOpen)
            return GuardRefusal{Refusal::ProbeInFlight, "a probe is in flight", {}};
        if (phase != breaker::Phase::Open)
            return GuardRefusal{Refusal::NotOpen, "it is " + target.state, {}};
        return std::nullopt;
    }
    if (isStale(target.freshness))
        return std::nullopt;
    const auto* feature = featureReading(state, command.target);
    const bool killed = feature && (feature->killSwitch || feature->mode == Mode::Killed);
    if (command.action == Action::Kill && killed)
        return GuardRefusal{Refusal::AlreadyKilled,
            feature->killSwitch && !feature->killSwitch->by.empty() ? "killed by " + feature->killSwitch->by
                                                                    : "it is killed",
            {}};
    if (command.action == Action::Revive && !killed)
        return GuardRefusal{Refusal::NotKilled, "it is " + target.state, {}};
    return std::nullopt;
}

Refused againstSelecting(const FleetState& state, const Command& command, SteadyTime now)
{
    const auto target = targetOf(state, command.action, command.target, now);
    if (auto refused = againstTarget(state, command, target))
        return refused;
    if (const auto& selection = state.control->selection; selection && now < selection->expiresAt)
        return GuardRefusal{Refusal::AlreadySelected, selection->target + " is selected by " + selection->by,
            selection->expiresAt - now};
    if (auto refused = againstRunning(state, command))
        return refused;
    if (auto refused = againstStale(command, *target))
        return refused;
    return againstState(state, command, *target);
}

/// The selection that a Touch, Cancel or Operate names must be there, and still be in time.
Refused againstSelection(const FleetState& state, const Command& command, SteadyTime now)
{
    const auto& control = *state.control;
    if (!control.selection || control.selection->id != command.selection) {
        if (!command.selection.empty() && control.endedSelection == command.selection) {
            if (control.endedCause == "selection_expired")
                return GuardRefusal{Refusal::SelectionExpired, "nothing was done for 10 s; select it again", {}};
            if (control.endedCause == "target_changed")
                return GuardRefusal{Refusal::TargetChanged, "its state changed; select it again", {}};
        }
        return GuardRefusal{Refusal::NotSelected, "select and review it first", {}};
    }
    if (now >= control.selection->expiresAt)
        return GuardRefusal{Refusal::SelectionExpired, "nothing was done for 10 s; select it again", {}};
    return std::nullopt;
}

Refused againstWords(const Command& command)
{
    if (lengthOf(command.reason) < leastReason)
        return GuardRefusal{Refusal::ReasonTooShort, "expected at least 10 characters", {}};
    if (command.action != Action::Kill)
        return command.expiresIn ? Refused(GuardRefusal{Refusal::BadExpiry, "only a kill has an expiry", {}})
                                 : std::nullopt;
    if (!command.expiresIn)
        return lengthOf(command.secondReason) < leastReason ? Refused(GuardRefusal{
                   Refusal::SecondReasonMissing, "until revoked needs a second reason of at least 10 characters", {}})
                                                            : std::nullopt;
    if (*command.expiresIn <= Duration{0} || *command.expiresIn > longestExpiry)
        return GuardRefusal{Refusal::BadExpiry, "expected more than 0 and at most 7 days", {}};
    return std::nullopt;
}

Refused againstOperating(const FleetState& state, const Command& command, SteadyTime now)
{
    if (auto refused = againstSelection(state, command, now))
        return refused;
    const auto& selection = *state.control->selection;
    if (selection.action != command.action || selection.target != command.target || selection.by != command.by)
        return GuardRefusal{Refusal::NotSelected,
            "selected is " + std::string(nameOf(selection.action)) + " of " + selection.target + " by " + selection.by,
            {}};
    const auto target = targetOf(state, command.action, command.target, now);
    if (auto refused = againstTarget(state, command, target))
        return refused;
    if (target->state != selection.stateThen)
        return GuardRefusal{Refusal::TargetChanged, "it was " + selection.stateThen + " and is " + target->state, {}};
    if (auto refused = againstRunning(state, command))
        return refused;
    if (auto refused = againstStale(command, *target))
        return refused;
    if (auto refused = againstState(state, command, *target))
        return refused;
    return againstWords(command);
}

Freshness telemetryFreshness(const FleetState& state, std::size_t service, SteadyTime now)
{
    const auto& policy = state.policy->services[service];
    const auto endpoint = telemetryOf(state, policy.name);
    if (!endpoint)
        return Freshness::Unknown;
    return freshnessAt(
        state.endpoints[*endpoint].get(), sourceOf(*state.policy, endpointsOf(*state.policy)[*endpoint]), now);
}

} // namespace

std::optional<Target> targetOf(const FleetState& state, Action action, const std::string& target, SteadyTime now)
{
    Target found;
    if (action == Action::Probe) {
        const auto* breaker = breakerReading(state, target);
        const auto service = serviceIndex(*state.policy, std::string_view(target).substr(0, target.find('/')));
        if (!breaker || !service)
            return std::nullopt;
        found.service = *service;
        found.state = breaker->state ? nameOf(*breaker->state) : "unknown";
    } else {
        const auto& features = state.policy->features;
        const auto inFile = std::find_if(
            features.begin(), features.end(), [&](const FeaturePolicy& feature) { return feature.name == target; });
        const auto seen = state.features.find(target);
        if (inFile == features.end() && seen == state.features.end())
            return std::nullopt;
        const auto service =
            serviceIndex(*state.policy, inFile != features.end() ? inFile->service : seen->second->service);
        if (!service)
            return std::nullopt;
        found.service = *service;
        const auto* feature = featureReading(state, target);
        found.state = feature && feature->mode ? nameOf(*feature->mode) : "unknown";
    }
    found.freshness = telemetryFreshness(state, found.service, now);
    return found;
}

std::optional<GuardRefusal> refusalOf(const FleetState& state, const Command& command, SteadyTime now)
{
    switch (command.kind) {
    case CommandKind::Select:
        return againstSelecting(state, command, now);
    case CommandKind::Touch:
    case CommandKind::Cancel:
        return againstSelection(state, command, now);
    case CommandKind::Operate:
        return againstOperating(state, command, now);
    }
    return std::nullopt;
}

} // namespace rungwatch::fleet
