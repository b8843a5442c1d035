// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/snapshot.h"

namespace rungwatch::fleet {

namespace {

/// The next moment at which time alone makes a reading late or stale: the first one past the limit.
std::optional<SteadyTime> freshnessDue(const EndpointState& endpoint, const SourcePolicy& source)
{
    if (!endpoint.obtainedAt)
        return std::nullopt;
    const auto past = [&](Duration limit) { return saturatingAdd(*endpoint.obtainedAt, limit + Duration{1}); };
    if (endpoint.freshness == Freshness::Fresh)
        return past(Policy::lateAfter(source));
    if (endpoint.freshness == Freshness::Late)
        return past(Policy::staleAfter(source));
    return std::nullopt;
}

} // namespace

void decideFreshness(Deciding& deciding)
{
    for (std::size_t i = 0; i < deciding.refs().size(); ++i) {
        const auto& endpoint = deciding.next().endpoints[i].get();
        const auto is = freshnessAt(endpoint, sourceOf(deciding.policy(), deciding.refs()[i]), deciding.now());
        if (is != endpoint.freshness)
            deciding.emit(FreshnessChanged{deciding.nameOf(i), endpoint.freshness, is});
    }
}

void wakeForFreshness(Deciding& deciding)
{
    for (std::size_t i = 0; i < deciding.refs().size(); ++i)
        if (const auto due =
                freshnessDue(deciding.next().endpoints[i].get(), sourceOf(deciding.policy(), deciding.refs()[i])))
            deciding.wakeAt(*due);
}

} // namespace rungwatch::fleet
