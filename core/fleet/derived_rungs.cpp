// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/service_values.h"

/// \file
/// DESIGN, "Who decides what": where a service publishes no ladder, the fleet file's says which rung it should stand
/// on. Every such place is derived, and called so.

namespace rungwatch::fleet {

namespace {

enum class Usable { Yes, No, Unknown };

struct Place {
    std::string rung;
    std::string why;
};

class RungWalk {
public:
    explicit RungWalk(const FleetState& state)
        : m_state(state)
        , m_values(state)
    {
    }

    /// Down the ladder to the first rung that can be called; nothing below one of which nothing is known.
    [[nodiscard]] Place placeOf(const FeaturePolicy& feature) const
    {
        std::string why;
        for (const auto& rung : feature.ladder.rungs) {
            const auto [usable, reason] = usableOf(feature, rung);
            if (usable == Usable::Yes)
                return {rung.name, why};
            if (usable == Usable::Unknown)
                return {{}, reason};
            if (why.empty())
                why = reason;
        }
        return {feature.ladder.rungs.back().name, why};
    }

private:
    [[nodiscard]] std::pair<Usable, std::string> usableOf(const FeaturePolicy& feature, const Rung& rung) const
    {
        const auto guard = guardOf(feature, rung);
        if (guard == breaker::Phase::Open || guard == breaker::Phase::ForcedOpen || guard == breaker::Phase::HalfOpen)
            return {Usable::No, "the breaker around " + rung.name + " is not closed"};
        const auto index = serviceIndex(*m_state.policy, rung.service);
        if (!index)
            return {Usable::Yes, {}};
        const auto level = m_state.services[*index]->level;
        if (level == HealthLevel::Unavailable || level == HealthLevel::Critical)
            return {Usable::No, rung.service + " is " + std::string(nameOf(level))};
        if (level == HealthLevel::Unknown && guard != breaker::Phase::Closed)
            return {Usable::Unknown, rung.service + " is unknown"};
        return {Usable::Yes, {}};
    }

    /// What the feature's service says of its breaker around the rung: one of the rung's name, or of its service's.
    [[nodiscard]] std::optional<breaker::Phase> guardOf(const FeaturePolicy& feature, const Rung& rung) const
    {
        const auto own = serviceIndex(*m_state.policy, feature.service);
        if (!own)
            return std::nullopt;
        for (const auto& said : m_values.breakersOf(*own))
            if (said.believed() && (said->name == rung.name || (!rung.service.empty() && said->name == rung.service)))
                return said->state;
        return std::nullopt;
    }

    const FleetState& m_state;
    ServiceValues m_values;
};

/// The file has a ladder, and the service's telemetry, where there is any, was read and has no such feature.
bool isDerived(const FleetState& state, const FeaturePolicy& feature)
{
    if (feature.ladder.rungs.empty() || featureReading(state, feature.name))
        return false;
    const auto telemetry = telemetryOf(state, feature.service);
    return !telemetry || state.endpoints[*telemetry]->everRead;
}

} // namespace

void decideDerivedRungs(Deciding& deciding)
{
    if (deciding.policy().features.empty())
        return;
    // Facts about rungs change neither levels nor breakers: one walk serves all features.
    const RungWalk walk(deciding.next());
    for (const auto& feature : deciding.policy().features) {
        const auto found = deciding.next().features.find(feature.name);
        const auto was = found == deciding.next().features.end()
            ? Place{}
            : Place{found->second->derivedRung, found->second->derivedWhy};
        const auto is = isDerived(deciding.next(), feature) ? walk.placeOf(feature) : Place{};
        if (is.rung != was.rung || is.why != was.why)
            deciding.emit(DerivedRungChanged{feature.service, feature.name, was.rung, is.rung, is.why});
    }
}

} // namespace rungwatch::fleet
