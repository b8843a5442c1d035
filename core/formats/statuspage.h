// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 8.1: every document of a Statuspage v2 and of its clones.
[[nodiscard]] bool looksLikeStatuspage(const Document& document);
[[nodiscard]] Result<Reading> readStatuspage(const Document& document);

} // namespace rungwatch::formats
