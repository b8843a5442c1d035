// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <optional>
#include <string_view>

namespace rungwatch {

/// What a Retry-After header asks for, as RFC 9110 (10.2.3, 5.6.7) defines it and nothing else:
/// - digits alone: seconds (what no Duration holds is Duration::max());
/// - a date in one of the three forms that have to be accepted, its day of the week the right one: from `now` until
///   then, 0 where it is past. "Sun, 06 Nov 1994 08:49:37 GMT"; "Sunday, 06-Nov-94 08:49:37 GMT" (a year that would be
///   more than 50 years ahead is the last one past with these digits); "Sun Nov  6 08:49:37 1994".
/// Absent for everything else ("-3", "1.5", "120 s", " 120"): then the caller's own backoff holds, as if there were no
/// header.
[[nodiscard]] std::optional<Duration> parseRetryAfter(std::string_view text, WallTime now);

/// What was asked for, within what the caller accepts: 0 <= result <= min(cap, remaining). `remaining` absent: no
/// deadline.
[[nodiscard]] Duration boundRetryAfter(Duration asked, Duration cap, std::optional<Duration> remaining);

} // namespace rungwatch
