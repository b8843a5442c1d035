// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <optional>

namespace rungwatch::exchange {

/// The part of a journal that is asked for, both ends included; an absent end: from the first event, up to the last.
struct TimeRange {
    std::optional<WallTime> from;
    std::optional<WallTime> to;

    [[nodiscard]] bool holds(WallTime at) const { return (!from || at >= *from) && (!to || at <= *to); }
};

} // namespace rungwatch::exchange
