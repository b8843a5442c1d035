// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.1: the console's own health document. Recognised by its `services` array.
[[nodiscard]] bool looksLikeSeedHealth(const Document& document);
[[nodiscard]] Result<Reading> readSeedHealth(const Document& document);

} // namespace rungwatch::formats
