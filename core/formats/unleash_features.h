// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 9.3: the features that a server gives its clients, or the enabled toggles that it gives a page, where a
/// missing one is off ("absent-means-off").
[[nodiscard]] bool looksLikeUnleashFeatures(const Document& document);
[[nodiscard]] Result<Reading> readUnleashFeatures(const Document& document);

} // namespace rungwatch::formats
