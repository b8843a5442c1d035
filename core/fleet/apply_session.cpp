// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/apply_parts.h"
#include "rungwatch/fleet/places.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

std::shared_ptr<const Policy> readPolicy(const std::string& text)
{
    auto policy = parsePolicy(text);
    if (policy)
        return std::make_shared<const Policy>(std::move(policy).value());
    // A program hands in only what it has read; a journal may be newer than this program. Nothing is watched then.
    Policy none;
    none.text = text;
    return std::make_shared<const Policy>(std::move(none));
}

/// Steady time has another zero in every session: what was then is placed by wall time, or not at all.
std::optional<SteadyTime> carriedOver(const std::optional<WallTime>& wall, const Event& event)
{
    constexpr auto longest = std::chrono::hours{24 * 365};
    if (!wall || *wall > event.wall || event.wall - *wall > longest)
        return std::nullopt;
    return event.steady - (event.wall - *wall);
}

EndpointState freshEndpoint(const FleetState& state, const std::string& name, Duration interval, const Event& event)
{
    EndpointState endpoint;
    endpoint.breaker.since = event.steady;
    endpoint.nextPollAt = firstSlot(state.session->seed, name, interval, event.steady);
    return endpoint;
}

/// Keeps of an endpoint of an earlier session what was read then.
void carryReading(EndpointState& endpoint, const EndpointState& before, const Event& event)
{
    endpoint.reading = before.reading;
    endpoint.everRead = before.everRead;
    endpoint.obtainedAt = carriedOver(before.obtainedWall, event);
    if (endpoint.obtainedAt)
        endpoint.obtainedWall = before.obtainedWall;
}

ServiceState carriedService(const FleetState& before, const std::string& name, bool sameSession, const Event& event)
{
    const auto index = before.policy ? serviceIndex(*before.policy, name) : std::nullopt;
    ServiceState service;
    if (index && *index < before.services.size())
        service = before.services[*index].get();
    if (index && sameSession)
        return service;
    service.level = HealthLevel::Unknown;
    service.why = notReadYet;
    service.since = event.steady;
    return service;
}

void rebuildParts(FleetState& state, const FleetState& before, bool sameSession, const Event& event)
{
    const auto& policy = *state.policy;
    state.endpoints.clear();
    state.services.clear();
    for (const auto ref : endpointsOf(policy)) {
        const auto name = endpointName(policy, ref);
        const auto old = before.policy ? endpointIndex(*before.policy, name) : std::nullopt;
        if (old && sameSession) {
            state.endpoints.push_back(before.endpoints[*old]);
            continue;
        }
        auto endpoint = freshEndpoint(state, name, sourceOf(policy, ref).interval, event);
        if (old)
            carryReading(endpoint, before.endpoints[*old].get(), event);
        state.endpoints.push_back(std::move(endpoint));
    }
    for (const auto& service : policy.services)
        state.services.push_back(carriedService(before, service.name, sameSession, event));
    // What the file alone made of a feature goes with the file; what telemetry told stays with its service.
    std::erase_if(state.features, [&](const auto& entry) {
        const bool named = std::any_of(policy.features.begin(), policy.features.end(),
            [&](const FeaturePolicy& feature) { return feature.name == entry.first; });
        const bool told = entry.second->mode || entry.second->killed;
        return !serviceIndex(policy, entry.second->service).has_value() || (!named && !told);
    });
    for (auto& [name, feature] : state.features)
        if (!sameSession && (feature->traffic.readAt || !feature->derivedRung.empty()))
            feature.edit([](FeatureState& value) {
                value.traffic = {}; // steady times never cross a session
                value.derivedRung.clear();
                value.derivedWhy.clear();
            });
}

} // namespace

void applySession(FleetState& state, const SessionStarted& session, const Event& event)
{
    const FleetState before = state;
    state.session = session;
    state.policy = readPolicy(session.policyText);
    rebuildParts(state, before, false, event);
    state.control.edit([&](ControlState& control) {
        control.selection.reset();
        for (auto& [id, command] : control.commands) {
            command.requestedAt = carriedOver(command.requestedWall, event).value_or(event.steady);
            if (command.answeredAt)
                command.answeredAt = command.requestedAt;
            if (command.effectiveAt)
                command.effectiveAt = command.requestedAt;
        }
    });
    state.level = HealthLevel::Unknown;
    state.why = noServiceKnown;
    state.levelSince = event.steady;
    state.blind = false;
    state.canary.reset();
}

void applyPolicy(FleetState& state, const PolicyChanged& change, const Event& event)
{
    const FleetState before = state;
    state.session.edit([&](SessionStarted& session) { session.policyText = change.policyText; });
    state.policy = readPolicy(change.policyText);
    rebuildParts(state, before, true, event);
    // Their numbers in effects and results may be others now: what is in flight is given up.
    const auto& refs = endpointsOf(*state.policy);
    for (std::size_t i = 0; i < refs.size(); ++i)
        if (state.endpoints[i]->inFlight)
            state.endpoints[i].edit([&](EndpointState& endpoint) {
                endPoll(endpoint, serviceOf(*state.policy, refs[i]), sourceOf(*state.policy, refs[i]),
                    {breaker::Verdict::Cancelled, {}}, event.steady);
            });
}

void applySuspended(FleetState& state, const Suspended& suspended, const Event& event)
{
    const auto& refs = endpointsOf(*state.policy);
    for (std::size_t i = 0; i < refs.size(); ++i) {
        state.endpoints[i].edit([&](EndpointState& endpoint) {
            // Cooldowns stand where they stood; the age of what was read counts the time slept.
            if (endpoint.obtainedAt)
                endpoint.obtainedAt = saturatingAdd(*endpoint.obtainedAt, -suspended.asleep);
            for (auto& [breaker, at] : endpoint.inferredAt)
                at = saturatingAdd(at, -suspended.asleep);
            // A poll that the sleep cut says nothing about its endpoint.
            if (endpoint.inFlight)
                endPoll(endpoint, serviceOf(*state.policy, refs[i]), sourceOf(*state.policy, refs[i]),
                    {breaker::Verdict::Cancelled, {}}, event.steady);
        });
    }
    // How long the next difference of counters covers is not known: they are counted anew.
    for (auto& [name, feature] : state.features)
        if (feature->traffic.readAt)
            feature.edit([](FeatureState& value) { value.traffic = {}; });
}

} // namespace rungwatch::fleet
