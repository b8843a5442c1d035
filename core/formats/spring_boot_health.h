// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.3: Spring Boot Actuator from 2.0 on, with `components` or `details`.
[[nodiscard]] bool looksLikeSpringBootHealth(const Document& document);
[[nodiscard]] Result<Reading> readSpringBootHealth(const Document& document);

} // namespace rungwatch::formats
