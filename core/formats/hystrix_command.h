// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// The event itself, also where a saved dump wraps it in `data`.
[[nodiscard]] const JsonValue* hystrixEventIn(const JsonValue& root);

/// A `HystrixCommand` event as a breaker. Half-open is never on this wire. Turbine's flag is a map of counts over
/// hosts, as JSON or as text that is none.
[[nodiscard]] BreakerReading hystrixBreakerFrom(const JsonValue& event);

} // namespace rungwatch::formats
