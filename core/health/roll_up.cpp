// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/roll_up.h"

#include <algorithm>

namespace rungwatch {

namespace {

/// What one service makes of the fleet on its own, but for "all critical ones", which takes them together.
HealthLevel contribution(const FleetEntry& service)
{
    if (service.level == HealthLevel::Healthy)
        return HealthLevel::Healthy;
    if (!service.critical)
        return HealthLevel::Degraded;
    return service.level == HealthLevel::Unavailable ? HealthLevel::Critical : service.level;
}

/// How bad for the fleet: what is known to be worse than degraded outranks unknown, and unknown outranks degraded.
int rank(HealthLevel level)
{
    constexpr std::array<int, 5> ranks{0, 1, 3, 4, 2};
    return ranks[static_cast<std::size_t>(level)];
}

/// "a, b, c and 2 more"
std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
        text += i == 0 ? "" : ", ";
        text += names[i];
    }
    if (names.size() > shown)
        text += " and " + std::to_string(names.size() - shown) + " more";
    return text;
}

/// The worst first: "store unavailable", "search degraded".
std::string whyOf(const std::vector<FleetEntry>& services, HealthLevel level, bool allDown)
{
    std::vector<std::string> names;
    for (const auto& service : services) {
        const bool counts = allDown ? service.critical && service.level == HealthLevel::Unavailable
                                    : contribution(service) == level && level != HealthLevel::Healthy;
        if (counts)
            names.push_back(service.name + " " + std::string(nameOf(service.level)));
    }
    return listed(names);
}

} // namespace

HealthLevel rollUp(const std::vector<Check>& checks)
{
    std::size_t critical = 0;
    std::size_t criticalDown = 0;
    std::size_t down = 0;
    for (const auto& check : checks) {
        critical += check.critical ? 1 : 0;
        criticalDown += check.critical && !check.healthy() ? 1 : 0;
        down += check.healthy() ? 0 : 1;
    }
    if (criticalDown > 0)
        return criticalDown == critical ? HealthLevel::Unavailable : HealthLevel::Critical;
    return down > 0 ? HealthLevel::Degraded : HealthLevel::Healthy;
}

FleetLevel fleetLevel(const std::vector<FleetEntry>& services, std::size_t featuresOffFirstRung)
{
    if (services.empty())
        return {HealthLevel::Unknown, "no services"};
    auto level = featuresOffFirstRung > 0 ? HealthLevel::Degraded : HealthLevel::Healthy;
    bool anyCritical = false;
    bool allDown = true;
    for (const auto& service : services) {
        const auto part = contribution(service);
        if (rank(part) > rank(level))
            level = part;
        anyCritical = anyCritical || service.critical;
        allDown = allDown && (!service.critical || service.level == HealthLevel::Unavailable);
    }
    allDown = allDown && anyCritical;
    auto why = whyOf(services, level, allDown);
    if (why.empty() && featuresOffFirstRung > 0)
        why = std::to_string(featuresOffFirstRung)
            + (featuresOffFirstRung == 1 ? " feature off its first rung" : " features off their first rung");
    return {allDown ? HealthLevel::Unavailable : level, why};
}

} // namespace rungwatch
