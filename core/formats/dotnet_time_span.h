// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <optional>
#include <string_view>

namespace rungwatch::formats {

/// A .NET TimeSpan as its own text, "[d.]hh:mm:ss[.fffffff]", or bare seconds ("28"). Nothing where it is another text,
/// negative, or longer than a Duration holds.
[[nodiscard]] std::optional<Duration> fromTimeSpan(std::string_view text);

} // namespace rungwatch::formats
