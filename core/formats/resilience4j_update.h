// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 5.1: what a POST to a breaker answers. A name that nobody has is made and reported as a success: this alone
/// confirms nothing, a fresh reading of the list does.
[[nodiscard]] bool looksLikeResilience4jUpdate(const Document& document);
[[nodiscard]] Result<Reading> readResilience4jUpdate(const Document& document);

} // namespace rungwatch::formats
