// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/event.h"

namespace rungwatch::fleet {

/// The event of which jsonLine() made this line. Times of day come back to the millisecond, as lines have no more. What
/// an older program did not write keeps its default. Errors, with a pointer into the line as their place: "bad-json",
/// "too-large", "bad-value", "unknown-key", "unknown-kind". Never throws on any bytes.
[[nodiscard]] Result<Event> eventFromLine(std::string_view line);

} // namespace rungwatch::fleet
