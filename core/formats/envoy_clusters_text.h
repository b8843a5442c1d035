// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 6.1, the text form: lines of `cluster::address::key::value`.
[[nodiscard]] bool looksLikeEnvoyClustersText(const Document& document);
[[nodiscard]] Result<Reading> readEnvoyClustersText(const Document& document);

} // namespace rungwatch::formats
