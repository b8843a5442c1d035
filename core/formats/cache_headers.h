// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// A block of HTTP headers as a document of its own, read for its cache ages (FORMATS 10).
[[nodiscard]] bool looksLikeCacheHeaders(const Document& document);
[[nodiscard]] Result<Reading> readCacheHeaders(const Document& document);

} // namespace rungwatch::formats
