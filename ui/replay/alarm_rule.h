// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/health/health_level.h"
#include "rungwatch/ladder/mode.h"

#include <optional>

/// \file
/// What an operator must hear of at once, live as on the timeline of a recording: what got worse by itself, not by
/// somebody's hand.

namespace rungwatch {

/// The fleet's level. One of which nothing is known may be as bad as any: only what is known to be worse ranks above.
[[nodiscard]] constexpr bool isAlarm(HealthLevel from, HealthLevel to)
{
    constexpr auto rank = [](HealthLevel level) {
        switch (level) {
        case HealthLevel::Healthy:
            return 0;
        case HealthLevel::Degraded:
            return 1;
        case HealthLevel::Unknown:
            return 2;
        case HealthLevel::Critical:
            return 3;
        case HealthLevel::Unavailable:
            break;
        }
        return 4;
    };
    return rank(to) > rank(from);
}

/// A feature that falls off its first rung.
[[nodiscard]] constexpr bool isAlarm(std::optional<Mode> from, std::optional<Mode> to)
{
    return from == Mode::Primary && to == Mode::Degraded;
}

} // namespace rungwatch
