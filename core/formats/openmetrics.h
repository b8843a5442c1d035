// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 7.2: OpenMetrics 1.0. Without its `# EOF` it was cut.
[[nodiscard]] bool looksLikeOpenMetrics(const Document& document);
[[nodiscard]] Result<Reading> readOpenMetrics(const Document& document);

} // namespace rungwatch::formats
