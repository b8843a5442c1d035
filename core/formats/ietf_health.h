// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.5: application/health+json, its older drafts, and what producers made of it.
[[nodiscard]] bool looksLikeIetfHealth(const Document& document);
[[nodiscard]] Result<Reading> readIetfHealth(const Document& document);

} // namespace rungwatch::formats
