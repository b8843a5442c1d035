// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.4: ASP.NET Core's health report as HealthChecks.UI.Client writes it, and its hand-written kin.
[[nodiscard]] bool looksLikeAspnetHealthUi(const Document& document);
[[nodiscard]] Result<Reading> readAspnetHealthUi(const Document& document);

} // namespace rungwatch::formats
