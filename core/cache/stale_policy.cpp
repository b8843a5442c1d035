// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/stale_policy.h"

#include <algorithm>

namespace rungwatch {

std::optional<StaleRefusal> StalePolicy::refuses(const StoredAnswer& stored, const AnswerKey& wanted) const
{
    if (stored.empty)
        return StaleRefusal::Empty;
    if (stored.key.scope.empty() || wanted.scope.empty())
        return StaleRefusal::NoScope;
    if (stored.key.identity != wanted.identity)
        return StaleRefusal::OtherIdentity;
    if (stored.key.scope != wanted.scope)
        return StaleRefusal::OtherScope;
    if (!stored.age)
        return StaleRefusal::AgeUnknown;
    if (*stored.age < Duration{0})
        return StaleRefusal::AgeNegative;
    if (*stored.age > maxAge)
        return StaleRefusal::TooOld;
    return std::nullopt;
}

std::optional<Duration> ageOf(const Moment& obtained, const Moment& now)
{
    // The two clocks of one Moment are read one after the other, so they may differ by a little without any sleep.
    constexpr Duration jitter = std::chrono::seconds{1};
    const auto awake = now.steady - obtained.steady;
    const auto inAll = now.boot - obtained.boot;
    if (inAll < awake - jitter)
        return std::nullopt;
    return awake < Duration{0} ? awake : std::max(awake, inAll);
}

} // namespace rungwatch
