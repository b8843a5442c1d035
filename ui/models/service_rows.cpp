// SPDX-License-Identifier: GPL-3.0-or-later
#include "service_rows.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

#include <map>

namespace rungwatch {
namespace {

using namespace fleet;

const QString apart{QStringLiteral(" · ")};

QString spaced(const std::string& word)
{
    return format::plainLine(word).replace(QLatin1Char{'_'}, QLatin1Char{' '});
}

/// "db UNAVAILABLE, cache DEGRADED": what of a document is not healthy.
QString badComponents(const Reading& reading)
{
    QStringList said;
    for (const auto& component : reading.components)
        if (component.level != HealthLevel::Healthy && !component.deliberate)
            said << format::plainLine(component.name) + QLatin1Char{' '} + format::word(component.level);
    return said.join(QStringLiteral(", "));
}

/// "reported by health: slow" is just "slow" where there is one source that could have said it.
QString levelReason(const ServiceState& service, const ServicePolicy& policy)
{
    auto why = format::plainLine(service.why);
    if (policy.sources.size() != 1)
        return why;
    const auto prefix = QStringLiteral("reported by ") + format::plainLine(policy.sources.front().name);
    if (!why.startsWith(prefix))
        return why;
    why = why.mid(prefix.size());
    return why.startsWith(QStringLiteral(": ")) ? why.mid(2) : why;
}

QString whyOf(const FleetState& state, std::size_t index, const ServiceStanding& standing)
{
    const auto& service = *state.services[index];
    const auto& policy = state.policy->services[index];
    QStringList said;
    if (standing.level == HealthLevel::Healthy && !isAbnormal(standing))
        return {};
    if (standing.level != HealthLevel::Healthy)
        said << levelReason(service, policy);
    for (std::size_t i = 0; i < standing.endpoints; ++i) {
        const auto& endpoint = *state.endpoints[standing.firstEndpoint + i];
        const bool known = standing.level == HealthLevel::Degraded || standing.level == HealthLevel::Critical
            || (standing.level == HealthLevel::Unavailable && endpoint.troubleWord.empty());
        if (known)
            said << badComponents(*endpoint.reading);
        if (known && endpoint.status >= 400)
            said << QStringLiteral("HTTP %1").arg(endpoint.status);
        if (endpoint.troubleWord.empty())
            continue;
        const auto word = spaced(endpoint.troubleWord);
        if (standing.level == HealthLevel::Healthy)
            said << QStringLiteral("last poll: ") + word;
        if (!endpoint.troubleDetail.empty())
            said << format::plainLine(endpoint.troubleDetail);
    }
    if (standing.level == HealthLevel::Unknown && service.lastKnown)
        said << QStringLiteral("last known ") + format::word(*service.lastKnown);
    said.removeAll(QString{});
    said.removeDuplicates();
    return said.join(apart);
}

void setBreaker(
    ServiceRow& row, const FleetState& state, std::size_t index, const ServiceStanding& standing, const Moment& now)
{
    const auto& options = state.policy->services[index].breaker;
    for (std::size_t i = 0; i < standing.endpoints; ++i) {
        const auto& breaker = state.endpoints[standing.firstEndpoint + i]->breaker;
        const auto phase = breaker::phaseAt(breaker, options, now.steady);
        if (phase == breaker::Phase::Closed)
            continue;
        row.breaker = phase;
        row.breakerWord = format::word(std::optional{phase});
        const auto left = breaker::remainingAt(breaker, options, now.steady);
        if (phase == breaker::Phase::Open && left)
            row.breakerWord += QStringLiteral(", ") + format::roughLength(*left);
        return;
    }
}

void setAge(ServiceRow& row, const FleetState& state, const ServiceStanding& standing, SteadyTime now)
{
    std::optional<Duration> oldest{Duration{0}};
    for (std::size_t i = 0; i < standing.endpoints && oldest; ++i) {
        const auto age = ageAt(*state.endpoints[standing.firstEndpoint + i], now);
        oldest = age ? std::optional{std::max(*oldest, *age)} : std::nullopt;
    }
    row.age = standing.endpoints == 0 || !oldest ? QStringLiteral("never") : format::lengthText(*oldest);
}

} // namespace

ServiceRow serviceRow(const FleetState& state, std::size_t service, const ServiceStanding& standing, const Moment& now)
{
    ServiceRow row;
    row.name = format::plainLine(state.policy->services[service].name);
    row.mark = markOf(standing);
    row.abnormal = isAbnormal(standing);
    const auto* freshness = std::get_if<Freshness>(&row.mark);
    row.word = freshness ? format::word(*freshness).toUpper() : format::word(standing.level);
    row.critical = standing.critical;
    row.stale = standing.level == HealthLevel::Unknown;
    row.why = whyOf(state, service, standing);
    row.since = format::roughLength(now.steady - standing.since);
    row.freshness = standing.freshness;
    setAge(row, state, standing, now.steady);
    setBreaker(row, state, service, standing, now);
    return row;
}

std::vector<ServiceGroup> serviceGroups(const Policy& policy)
{
    std::vector<ServiceGroup> groups;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < policy.services.size(); ++i) {
        const auto& tags = policy.services[i].tags;
        const auto tag = tags.empty() ? std::string{} : tags.front();
        const auto [place, isNew] = places.emplace(tag, groups.size());
        if (isNew)
            groups.push_back({format::plainLine(tag), {}});
        groups[place->second].services.push_back(i);
    }
    return groups;
}

ServiceCounts countsOf(const std::vector<ServiceStanding>& standings)
{
    ServiceCounts counts;
    counts.total = standings.size();
    for (const auto& standing : standings) {
        switch (standing.level) {
        case HealthLevel::Unavailable:
            ++counts.unavailable;
            break;
        case HealthLevel::Critical:
            ++counts.critical;
            break;
        case HealthLevel::Unknown:
            ++counts.unknown;
            break;
        case HealthLevel::Degraded:
            ++counts.degraded;
            break;
        case HealthLevel::Healthy:
            ++(isAbnormal(standing) ? counts.lateHealthy : counts.healthy);
            break;
        }
    }
    return counts;
}

} // namespace rungwatch
