// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 8.2: a list of components or one of incidents. Its times have no zone: they are taken for UTC and flagged
/// "assumed-utc".
[[nodiscard]] bool looksLikeCachet(const Document& document);
[[nodiscard]] Result<Reading> readCachet(const Document& document);

} // namespace rungwatch::formats
