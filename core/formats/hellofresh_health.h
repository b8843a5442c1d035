// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.10: hellofresh/health-go, which lists only what failed.
[[nodiscard]] bool looksLikeHellofreshHealth(const Document& document);
[[nodiscard]] Result<Reading> readHellofreshHealth(const Document& document);

} // namespace rungwatch::formats
