// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/health/health_level.h"

namespace rungwatch::formats {

/// What a status word means (FORMATS 2.3).
struct LevelWord {
    HealthLevel level{HealthLevel::Unknown};
    /// The word stands in no table: UNKNOWN for a component, DEGRADED for a service.
    bool unknownWord{false};
    /// Taken out on purpose: the same level, but no alarm colour.
    bool deliberate{false};
};

/// Letters and digits only, in lower case: "Out-Of-Service" is "outofservice".
[[nodiscard]] std::string normalisedWord(std::string_view word);

/// The general table. A format's own table is asked first.
[[nodiscard]] LevelWord generalLevel(std::string_view word);

} // namespace rungwatch::formats
