// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.8: @nestjs/terminus.
[[nodiscard]] bool looksLikeNestjsTerminus(const Document& document);
[[nodiscard]] Result<Reading> readNestjsTerminus(const Document& document);

} // namespace rungwatch::formats
