// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.8: @godaddy/terminus.
[[nodiscard]] bool looksLikeTerminus(const Document& document);
[[nodiscard]] Result<Reading> readTerminus(const Document& document);

} // namespace rungwatch::formats
