// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 8.4: incident.io's widget, the page form that nests all of it in `summary`, and the incidents of API v2.
[[nodiscard]] bool looksLikeIncidentioStatus(const Document& document);
[[nodiscard]] Result<Reading> readIncidentioStatus(const Document& document);

} // namespace rungwatch::formats
