// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 5.1: `GET /actuator/circuitbreakers`. Up to 1.7 it lists names alone: their states are not known then.
[[nodiscard]] bool looksLikeResilience4jBreakers(const Document& document);
[[nodiscard]] Result<Reading> readResilience4jBreakers(const Document& document);

} // namespace rungwatch::formats
