// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/deciding.h"

#include "rungwatch/fleet/places.h"
#include "rungwatch/fleet/snapshot.h"

namespace rungwatch::fleet {

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

void decideFreshness(Deciding& deciding)
{
    for (const auto i : deciding.due()) {
        const auto& endpoint = deciding.next().endpoints[i].get();
        const auto is = freshnessAt(endpoint, sourceOf(deciding.policy(), deciding.refs()[i]), deciding.now());
        if (is != endpoint.freshness)
            deciding.emit(FreshnessChanged{deciding.nameOf(i), endpoint.freshness, is});
    }
}

} // namespace rungwatch::fleet
