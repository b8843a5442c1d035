// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/said_levels.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/service_values.h"
#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/instance_group.h"

namespace rungwatch::fleet {

namespace {

using ByService = std::map<std::string, std::vector<SaidLevel>, std::less<>>;

std::string reportedBy(const SourcePolicy& source, const std::string& what)
{
    return std::string(reportedPrefix) + source.name + ": " + what;
}

void addTargets(ByService& levels, const SourcePolicy& source, const Reading& reading)
{
    std::map<std::string_view, std::vector<formats::GroupMember>> groups;
    for (const auto& component : reading.components)
        if (!component.service.empty())
            groups[component.service].push_back({component.level, component.deliberate});
    for (const auto& [service, members] : groups) {
        std::size_t up = 0;
        for (const auto& member : members)
            up += member.level == HealthLevel::Healthy;
        levels[std::string(service)].push_back({formats::levelOfGroup(members),
            reportedBy(source, std::to_string(up) + " of " + std::to_string(members.size()) + " targets up")});
    }
}

void addBreakers(ByService& levels, const SourcePolicy& source, const Reading& reading)
{
    for (const auto& breaker : reading.breakers)
        if (!breaker.service.empty() && (breaker.state || breaker.other))
            if (const auto level = formats::levelOf({breaker}); level && *level != HealthLevel::Healthy)
                levels[breaker.service].push_back({*level, reportedBy(source, "breaker " + breaker.name)});
}

void addAlerts(ByService& levels, const SourcePolicy& source, const Reading& reading)
{
    if (!reading.alerts)
        return;
    for (const auto& alert : *reading.alerts) {
        const bool fires = alert.state == "active" || alert.state == "firing";
        const bool critical = alert.severity == "critical" || alert.severity == "page";
        if (fires && !alert.service.empty())
            levels[alert.service].push_back(
                {critical ? HealthLevel::Critical : HealthLevel::Degraded, reportedBy(source, "alert " + alert.name)});
    }
}

} // namespace

bool isReport(const std::string& why)
{
    return why.starts_with(reportedPrefix) || why.starts_with(providerPrefix);
}

bool isKnown(Freshness freshness)
{
    return freshness == Freshness::Fresh || freshness == Freshness::Late;
}

bool isUnreachable(const EndpointState& endpoint)
{
    return endpoint.breaker.phase != breaker::Phase::Closed && endpoint.breaker.phase != breaker::Phase::Disabled;
}

ByService levelsByServers(const FleetState& state)
{
    ByService levels;
    std::size_t index = 0;
    for (const auto& service : state.policy->services)
        for (const auto& source : service.sources) {
            const auto& endpoint = state.endpoints[index++].get();
            if (!isServer(source.kind) || !isKnown(endpoint.freshness) || isUnreachable(endpoint))
                continue;
            addTargets(levels, source, endpoint.reading.get());
            addBreakers(levels, source, endpoint.reading.get());
            addAlerts(levels, source, endpoint.reading.get());
        }
    return levels;
}

SaidLevel providersWord(const SourcePolicy& source, const EndpointState& endpoint)
{
    if (isKnown(endpoint.freshness) && endpoint.reading->level) {
        const auto& message = endpoint.reading->message;
        return {*endpoint.reading->level, std::string(providerPrefix) + (message.empty() ? source.name : message)};
    }
    if (!endpoint.troubleWord.empty())
        return {HealthLevel::Unknown, source.name + ": " + endpoint.troubleWord};
    return {HealthLevel::Unknown, endpoint.everRead ? source.name + " is stale" : std::string(notReadYet)};
}

SaidLevel withWhatOthersSay(SaidLevel own, bool read, const std::vector<SaidLevel>& said)
{
    for (const auto& other : said) {
        if (other.level == HealthLevel::Unknown) {
            if (!read && own.level == HealthLevel::Unknown)
                own = other;
            continue;
        }
        // Of what can't be seen, good news from elsewhere is no proof; bad news is news.
        const bool fills = own.level == HealthLevel::Unknown && (!read || other.level != HealthLevel::Healthy);
        if (fills || (own.level != HealthLevel::Unknown && worse(own.level, other.level) != own.level))
            own = other;
    }
    return own;
}

} // namespace rungwatch::fleet
