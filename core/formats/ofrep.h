// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 9.2: one evaluation or many. A failed one is an error with the protocol's own code, under any HTTP status.
[[nodiscard]] bool looksLikeOfrep(const Document& document);
[[nodiscard]] Result<Reading> readOfrep(const Document& document);

} // namespace rungwatch::formats
