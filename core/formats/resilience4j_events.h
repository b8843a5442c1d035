// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 5.1: `GET /actuator/circuitbreakerevents`. Rings without numbers: they become the timeline, and a state is
/// concluded from the newest change that a ring still holds.
[[nodiscard]] bool looksLikeResilience4jEvents(const Document& document);
[[nodiscard]] Result<Reading> readResilience4jEvents(const Document& document);

} // namespace rungwatch::formats
