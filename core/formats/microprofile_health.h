// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.6: MicroProfile Health of Quarkus, Open Liberty and Helidon, its 1.x words, and Node's copy of it.
[[nodiscard]] bool looksLikeMicroprofileHealth(const Document& document);
[[nodiscard]] Result<Reading> readMicroprofileHealth(const Document& document);

} // namespace rungwatch::formats
