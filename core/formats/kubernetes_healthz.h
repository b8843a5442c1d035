// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.7: /livez, /readyz and /healthz, verbose or not, with line breaks as they are or as `\n`.
[[nodiscard]] bool looksLikeKubernetesHealthz(const Document& document);
[[nodiscard]] Result<Reading> readKubernetesHealthz(const Document& document);

} // namespace rungwatch::formats
