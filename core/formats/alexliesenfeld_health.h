// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.10: alexliesenfeld/health.
[[nodiscard]] bool looksLikeAlexliesenfeldHealth(const Document& document);
[[nodiscard]] Result<Reading> readAlexliesenfeldHealth(const Document& document);

} // namespace rungwatch::formats
