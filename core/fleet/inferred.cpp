// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/inferred.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

using breaker::Phase;

std::uint64_t countIn(const BreakerReading& breaker, const std::string& name)
{
    const auto found = breaker.calls.find(name);
    return found == breaker.calls.end() ? 0 : found->second;
}

bool anyFell(const BreakerReading& before, const BreakerReading& now)
{
    if (before.opened && now.opened && *now.opened < *before.opened)
        return true;
    return std::any_of(before.calls.begin(), before.calls.end(), [&](const auto& entry) {
        const auto found = now.calls.find(entry.first);
        return found != now.calls.end() && found->second < entry.second;
    });
}

const BreakerReading* sameIn(const Reading& reading, const BreakerReading& breaker)
{
    for (const auto& other : reading.breakers)
        if (other.name == breaker.name && other.service == breaker.service)
            return &other;
    return nullptr;
}

std::string keyOf(const BreakerReading& breaker)
{
    return breaker.service.empty() ? breaker.name : breaker.service + "/" + breaker.name;
}

bool sameCounts(const BreakerReading& a, const BreakerReading& b)
{
    return a.calls == b.calls && a.opened == b.opened;
}

} // namespace

std::optional<Inference> inferredFrom(const BreakerReading& before, const BreakerReading& now)
{
    if (anyFell(before, now))
        return std::nullopt;
    const auto rose = [&](const char* name) {
        return countIn(now, name) - std::min(countIn(now, name), countIn(before, name));
    };
    const auto refused = rose("not_permitted");
    const auto succeeded = rose("ok");
    const bool opened = now.opened.value_or(0) > before.opened.value_or(0);
    if (refused > 0 && succeeded == 0)
        return Inference{Phase::Open, "refused calls rose by " + std::to_string(refused)};
    // It may have closed or opened in between: the counters don't tell which came last.
    if (refused > 0 || opened || succeeded == 0)
        return std::nullopt;
    return Inference{Phase::Closed, std::to_string(succeeded) + " calls succeeded, none was refused"};
}

bool leavesStatesOpen(const Reading& reading)
{
    return std::any_of(reading.breakers.begin(), reading.breakers.end(),
        [](const BreakerReading& breaker) { return !breaker.state && !breaker.other && !breaker.calls.empty(); });
}

void inferStates(Reading& reading, const Reading& before, std::map<std::string, SteadyTime>& inferredAt, SteadyTime at,
    Duration holds)
{
    std::map<std::string, SteadyTime> seen;
    for (auto& breaker : reading.breakers) {
        const auto* was = sameIn(before, breaker);
        const bool inferredHere = was && !was->inferredFrom.empty() && inferredAt.contains(keyOf(*was));
        if (breaker.calls.empty() || breaker.other || (breaker.state && breaker.inferredFrom.empty()) || !was)
            continue;
        if (const auto found = inferredFrom(*was, breaker)) {
            breaker.state = found->phase;
            breaker.inferredFrom = found->from;
            seen.emplace(keyOf(breaker), at);
        } else if (inferredHere && sameCounts(*was, breaker) && at - inferredAt.at(keyOf(*was)) <= holds) {
            breaker.state = was->state;
            breaker.inferredFrom = was->inferredFrom;
            seen.emplace(keyOf(breaker), inferredAt.at(keyOf(*was)));
        } else if (inferredHere) {
            breaker.state.reset();
            breaker.inferredFrom.clear();
        }
    }
    inferredAt = std::move(seen);
}

} // namespace rungwatch::fleet
