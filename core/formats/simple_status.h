// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 3, row 10: any text that is not JSON. A word of the general table counts; for a sentence HTTP decides.
[[nodiscard]] bool looksLikeSimpleText(const Document& document);
[[nodiscard]] Result<Reading> readSimpleText(const Document& document);

/// Row 47: one `status`, `health` or `state` word, a bare JSON string, `statusCode` with `error`, or an uptime alone.
[[nodiscard]] bool looksLikeSimpleJson(const Document& document);
[[nodiscard]] Result<Reading> readSimpleJson(const Document& document);

} // namespace rungwatch::formats
