// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// The value as JSON text on one line; empty for none and for null.
[[nodiscard]] std::string jsonTextOf(const JsonValue* value);

} // namespace rungwatch::formats
