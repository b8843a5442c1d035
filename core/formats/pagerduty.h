// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 8.3: a list of incidents or of log entries. Whatever may name a person is left out.
[[nodiscard]] bool looksLikePagerduty(const Document& document);
[[nodiscard]] Result<Reading> readPagerduty(const Document& document);

} // namespace rungwatch::formats
