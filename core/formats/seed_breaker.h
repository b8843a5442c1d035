// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 5.3, the console's own family: a map of breakers, one breaker with its counters, or one answer with the rung
/// that gave it. Reading the first at its service can itself move an open breaker to half-open when its time is up.
[[nodiscard]] bool looksLikeSeedBreaker(const Document& document);
[[nodiscard]] Result<Reading> readSeedBreaker(const Document& document);

} // namespace rungwatch::formats
