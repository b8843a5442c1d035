// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/ttl_options.h"

namespace rungwatch {

std::optional<Error> TtlOptions::fault() const
{
    using namespace std::chrono_literals;
    const auto wrong = [](const char* name, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, name};
    };
    if (ttl <= 0s || ttl > 24h * 3650)
        return wrong("ttl_s", "more than 0 and at most 10 years");
    if (spread.milli < 0 || spread.milli > 90'000)
        return wrong("ttl_spread_pct", "0 to 90");
    if (maxEntries < 1)
        return wrong("max_entries", "at least 1");
    if (staleIfError && staleIfError->maxAge < 0s)
        return wrong("max_age_s", "0 seconds or more");
    if (staleWhileRevalidate && staleWhileRevalidate->maxAge < 0s)
        return wrong("revalidate_max_age_s", "0 seconds or more");
    return flight.fault();
}

Duration TtlOptions::life(std::uint64_t chance) const
{
    if (neverExpires)
        return Duration::max();
    // Hundred-thousandths of the ttl, so that nothing overflows and every machine draws the same.
    const auto most = ttl.count() / 100'000 * spread.milli + ttl.count() % 100'000 * spread.milli / 100'000;
    return ttl - Duration{static_cast<Duration::rep>(chance % (static_cast<std::uint64_t>(most) + 1))};
}

} // namespace rungwatch
