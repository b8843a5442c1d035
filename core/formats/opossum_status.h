// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 5.3: opossum's toJSON(), one circuit or a list of them.
[[nodiscard]] bool looksLikeOpossumStatus(const Document& document);
[[nodiscard]] Result<Reading> readOpossumStatus(const Document& document);

} // namespace rungwatch::formats
