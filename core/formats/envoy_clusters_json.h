// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 6.1: Envoy's /clusters?format=json, and what istioctl prints of it in camelCase.
[[nodiscard]] bool looksLikeEnvoyClustersJson(const Document& document);
[[nodiscard]] Result<Reading> readEnvoyClustersJson(const Document& document);

} // namespace rungwatch::formats
