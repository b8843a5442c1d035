// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/backoff.h"

#include <algorithm>
#include <cmath>

namespace rungwatch {

using namespace std::chrono_literals;

namespace {

/// base * 2^n, or max where that is less. Compared by halving max, as doubling base could overflow.
Duration doubled(Duration base, Duration max, std::int64_t n)
{
    if (base <= 0ns)
        return 0ns;
    if (n >= 63 || base.count() > (max.count() >> n))
        return max;
    return Duration{base.count() << n};
}

Duration share(Duration whole, double u)
{
    // Rounding in double may pass the whole by a little where the whole has more than 53 bits.
    return std::clamp(Duration{std::llround(static_cast<double>(whole.count()) * u)}, Duration{0}, whole);
}

} // namespace

Duration Backoff::delay(std::int64_t n, double u) const
{
    const auto ceiling = std::clamp<Duration>(max, 0ns, 24h);
    const auto grown = doubled(base, ceiling, std::max<std::int64_t>(n, 0));
    const double draw = u >= 0 ? std::min(u, 1.0) : 0.0;
    switch (jitter) {
    case Jitter::None:
        return grown;
    case Jitter::Plus:
        return std::min<Duration>(grown + share(1s, draw), ceiling);
    case Jitter::Full:
        return share(grown, draw);
    }
    return grown;
}

std::optional<Error> Backoff::fault() const
{
    if (base < 0ns || base > 24h)
        return Error{"out-of-range", "expected 0 to 86400 seconds", "base_s"};
    if (max < base || max > 24h)
        return Error{"out-of-range", "expected at least base_s and at most 86400 seconds", "max_s"};
    return std::nullopt;
}

} // namespace rungwatch
