// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.9: django-health-check's map of texts; there is no verdict on top.
[[nodiscard]] bool looksLikeDjangoHealthCheck(const Document& document);
[[nodiscard]] Result<Reading> readDjangoHealthCheck(const Document& document);

} // namespace rungwatch::formats
