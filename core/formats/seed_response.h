// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.2: an ordinary answer that says how degraded it is, in its headers, its body or both.
[[nodiscard]] bool looksLikeSeedResponse(const Document& document);
[[nodiscard]] Result<Reading> readSeedResponse(const Document& document);

} // namespace rungwatch::formats
