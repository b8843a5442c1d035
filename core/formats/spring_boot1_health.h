// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.3: Spring Boot Actuator 1.x, which lays its indicators beside the verdict. Told by its content type
/// (row 38), or by its shape where no other format has taken the document (row 42).
[[nodiscard]] bool declaresSpringBoot1Health(const Document& document);
[[nodiscard]] bool looksLikeSpringBoot1Health(const Document& document);
[[nodiscard]] Result<Reading> readSpringBoot1Health(const Document& document);

} // namespace rungwatch::formats
