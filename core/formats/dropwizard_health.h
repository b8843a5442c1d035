// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.11: Dropwizard's health checks; there is no verdict on top.
[[nodiscard]] bool looksLikeDropwizardHealth(const Document& document);
[[nodiscard]] Result<Reading> readDropwizardHealth(const Document& document);

} // namespace rungwatch::formats
