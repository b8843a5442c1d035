// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

/// \file
/// How long one call may take, by the same table as Options' presets. A breaker interrupts nothing: these are for
/// whoever makes the call, as its rung's deadline or its retry's attempt limit.

namespace rungwatch::breaker {

inline constexpr Duration lowLatencyUiCallLimit{std::chrono::seconds{5}};
inline constexpr Duration batchCallLimit{std::chrono::seconds{30}};
inline constexpr Duration backgroundCallLimit{std::chrono::seconds{120}};

} // namespace rungwatch::breaker
