// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 6.2: Consul's instances of a service with their checks, a flat list of checks, or the agent's own answer.
[[nodiscard]] bool looksLikeConsulHealthService(const Document& document);
[[nodiscard]] Result<Reading> readConsulHealthService(const Document& document);

} // namespace rungwatch::formats
