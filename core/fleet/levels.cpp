// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/said_levels.h"
#include "rungwatch/fleet/snapshot.h"
#include "rungwatch/health/roll_up.h"

#include <algorithm>
#include <set>

/// \file
/// DESIGN, "Levels". What is said of why never holds an age: it would change every second.

namespace rungwatch::fleet {

namespace {

bool hasTransportTrouble(const EndpointState& endpoint)
{
    const auto transport = enumFromName<Transport>(endpoint.troubleWord);
    return transport && *transport != Transport::TooLarge && *transport != Transport::Redirect;
}

/// What one source lets us say, and how much of it: unreachable, known, in trouble, or nothing yet.
struct SourceSays {
    const SourcePolicy& source;
    const EndpointState& endpoint;

    [[nodiscard]] std::optional<HealthLevel> level() const
    {
        if (!isKnown(endpoint.freshness) || isUnreachable(endpoint))
            return std::nullopt;
        // Metrics and lists of breakers may have no verdict: that they were read is as Prometheus' `up` has it.
        const bool mayHaveNone = source.kind == SourceKind::Metrics || source.kind == SourceKind::Actuator
            || source.kind == SourceKind::HystrixStream;
        return endpoint.reading->level || !mayHaveNone ? endpoint.reading->level : HealthLevel::Healthy;
    }
    [[nodiscard]] std::string reported() const
    {
        const auto& message = endpoint.reading->message;
        return std::string(reportedPrefix) + source.name + (message.empty() ? "" : ": " + message);
    }
    [[nodiscard]] std::string unreachable() const { return "unreachable: " + spoken(endpoint.troubleWord); }
    /// Why it is unknown though nothing shut its gate.
    [[nodiscard]] std::string unknown() const
    {
        if (!endpoint.troubleWord.empty())
            return source.name + ": " + spoken(endpoint.troubleWord);
        if (endpoint.freshness == Freshness::Stale)
            return source.name + " is stale";
        return endpoint.everRead ? source.name + " is of unknown age" : std::string(notReadYet);
    }
};

/// A health document speaks for the whole service; telemetry that can't be reached beside one that is read does not.
SaidLevel levelOf(const std::vector<SourceSays>& sources)
{
    SaidLevel level;
    std::optional<SaidLevel> gone;
    std::optional<SaidLevel> trouble;
    bool healthGone = false;
    for (const auto& says : sources) {
        if (isUnreachable(says.endpoint)) {
            healthGone = healthGone || says.source.kind == SourceKind::Health;
            if (!gone)
                gone = SaidLevel{HealthLevel::Unavailable, says.unreachable()};
        } else if (const auto known = says.level()) {
            if (level.level == HealthLevel::Unknown || worse(level.level, *known) != level.level)
                level = {*known, says.reported()};
        } else if (!trouble && (!isKnown(says.endpoint.freshness)))
            trouble = SaidLevel{HealthLevel::Unknown, says.unknown()};
    }
    if (gone && (healthGone || level.level == HealthLevel::Unknown))
        return *gone;
    if (level.level == HealthLevel::Unknown)
        return trouble.value_or(
            SaidLevel{HealthLevel::Unknown, sources.empty() ? "no source" : "no level is reported"});
    // Green is never shown over a part that can't be seen, unless it was simply not looked at yet.
    const bool looked = gone || (trouble && trouble->why != notReadYet);
    if (looked && level.level == HealthLevel::Healthy)
        return {HealthLevel::Degraded, gone ? "telemetry " + gone->why : trouble->why};
    return level;
}

/// Both are what somebody reports: another message, or another source saying the same, is no change of level.
bool sameReport(const std::string& a, const std::string& b)
{
    return isReport(a) && isReport(b);
}

/// Whether nothing answers any more, on more than one host, since one interval at most.
bool becameBlind(const Deciding& deciding)
{
    std::optional<SteadyTime> last;
    Duration window{0};
    for (std::size_t i = 0; i < deciding.refs().size(); ++i) {
        const auto& endpoint = deciding.next().endpoints[i].get();
        if (!hasTransportTrouble(endpoint) || !endpoint.troubleSince)
            return false;
        const auto& source = sourceOf(deciding.policy(), deciding.refs()[i]);
        window = std::max(window, source.interval + source.timeout);
        last = std::max(last.value_or(SteadyTime::min()), *endpoint.troubleSince);
    }
    std::set<std::string_view> hosts;
    for (std::size_t i = 0; last && i < deciding.refs().size(); ++i)
        if (*last - *deciding.next().endpoints[i]->troubleSince <= window)
            hosts.insert(hostOf(sourceOf(deciding.policy(), deciding.refs()[i]).url));
    return hosts.size() > 1;
}

void decideBlind(Deciding& deciding)
{
    const auto& endpoints = deciding.next().endpoints;
    const bool anyAnswers = std::any_of(
        endpoints.begin(), endpoints.end(), [](const auto& endpoint) { return !hasTransportTrouble(endpoint.get()); });
    const bool blind = deciding.next().blind ? !anyAnswers : becameBlind(deciding);
    if (blind != deciding.next().blind)
        deciding.emit(BlindChanged{blind});
}

std::size_t featuresOffFirstRung(const FleetState& state)
{
    std::size_t off = 0;
    for (const auto& [name, feature] : state.features) {
        const auto endpoint = telemetryOf(state, feature->service);
        const bool known = endpoint && isKnown(state.endpoints[*endpoint]->freshness);
        off += known && feature->mode && *feature->mode != Mode::Primary;
    }
    for (const auto& policy : state.policy->features) {
        const auto found = state.features.find(policy.name);
        off += found != state.features.end() && !found->second->derivedRung.empty()
            && found->second->derivedRung != policy.ladder.rungs.front().name;
    }
    return off;
}

/// Of what is settled: it moves only with something that a service's level or a feature's rung follows from.
SaidLevel fleetLevelOf(const FleetState& state)
{
    if (state.blind)
        return {HealthLevel::Unknown, "blind: nothing answers, on more than one host"};
    std::vector<FleetEntry> entries;
    std::vector<FleetEntry> looked;
    for (std::size_t i = 0; i < state.services.size(); ++i) {
        const auto& service = state.services[i].get();
        entries.push_back({state.policy->services[i].name, service.level, state.policy->services[i].critical});
        if (service.why != notReadYet || entries.back().critical)
            looked.push_back(entries.back());
    }
    const bool nothingKnown = std::all_of(
        entries.begin(), entries.end(), [](const FleetEntry& entry) { return entry.level == HealthLevel::Unknown; });
    if (nothingKnown)
        return {HealthLevel::Unknown, entries.empty() ? "no services" : std::string(noServiceKnown)};
    const auto off = featuresOffFirstRung(state);
    const auto fleet = fleetLevel(entries, off);
    // A console that has only begun to look says so, and not that the fleet is degraded: every start would be an
    // incident.
    if (looked.size() < entries.size() && fleetLevel(looked, off).level == HealthLevel::Healthy)
        return {HealthLevel::Unknown, "not every service is read yet"};
    return {fleet.level, fleet.why};
}

/// `first`: the index of its first source. `said`: by servers that are asked about many.
SaidLevel serviceLevelOf(
    const FleetState& state, const ServicePolicy& service, std::size_t first, std::vector<SaidLevel> said)
{
    if (state.blind && !service.sources.empty())
        return {HealthLevel::Unknown, "the console is blind"};
    std::vector<SourceSays> sources;
    for (const auto& source : service.sources) {
        const auto& endpoint = state.endpoints[first++].get();
        if (source.kind == SourceKind::Statuspage)
            said.push_back(providersWord(source, endpoint));
        else
            sources.push_back({source, endpoint});
    }
    return withWhatOthersSay(levelOf(sources), !sources.empty(), said);
}

/// Whether anything had to be decided.
bool decideServiceLevels(Deciding& deciding)
{
    auto& settled = deciding.memo().levels();
    const auto unsettled = settled.takeUnsettled(deciding.next(), deciding.policy(), deciding.refs());
    if (unsettled.empty())
        return false;
    const auto others = levelsByServers(deciding.next());
    std::size_t first = 0;
    std::size_t counted = 0;
    for (const auto i : unsettled) {
        for (; counted < i; ++counted)
            first += deciding.policy().services[counted].sources.size();
        const auto& service = deciding.policy().services[i];
        const auto found = others.find(service.name);
        const auto is = serviceLevelOf(
            deciding.next(), service, first, found == others.end() ? std::vector<SaidLevel>{} : found->second);
        const auto& was = deciding.next().services[i].get();
        if (is.level != was.level)
            deciding.emit(ServiceLevelChanged{service.name, was.level, is.level, is.why});
        else if (is.why != was.why && !sameReport(is.why, was.why))
            deciding.emit(LevelReasonChanged{service.name, is.level, is.why});
        settled.settle(deciding.next(), i);
    }
    return true;
}

} // namespace

void decideLevels(Deciding& deciding)
{
    decideBlind(deciding);
    auto& settled = deciding.memo().levels().fleet;
    if (decideServiceLevels(deciding) || !settled) {
        decideDerivedRungs(deciding);
        settled = fleetLevelOf(deciding.next());
    }
    const auto& fleet = *settled;
    if (fleet.level != deciding.next().level)
        deciding.emit(FleetLevelChanged{deciding.next().level, fleet.level, fleet.why});
    else if (fleet.why != deciding.next().why)
        deciding.emit(LevelReasonChanged{{}, fleet.level, fleet.why});
}

} // namespace rungwatch::fleet
