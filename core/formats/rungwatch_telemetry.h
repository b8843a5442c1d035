// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// CONTRACTS: what a service that embeds the core publishes, version 1. Recognised by its content type, or by
/// `version`, `service`, `instance` and `observed_at` together. A newer version is refused by its number.
[[nodiscard]] bool looksLikeTelemetry(const Document& document);
[[nodiscard]] Result<Reading> readTelemetry(const Document& document);

} // namespace rungwatch::formats
