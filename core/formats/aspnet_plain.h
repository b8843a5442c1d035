// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.4: the default writer of ASP.NET Core, one of three words and nothing else.
[[nodiscard]] bool looksLikeAspnetPlain(const Document& document);
[[nodiscard]] Result<Reading> readAspnetPlain(const Document& document);

} // namespace rungwatch::formats
