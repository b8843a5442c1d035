// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.9: a page that is green or red, and the same as JSON, which only a pin can tell from others.
[[nodiscard]] bool looksLikeRailsUp(const Document& document);
[[nodiscard]] Result<Reading> readRailsUp(const Document& document);
[[nodiscard]] Result<Reading> readRailsUpJson(const Document& document);

} // namespace rungwatch::formats
