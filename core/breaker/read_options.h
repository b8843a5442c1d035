// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/strict_object.h"
#include "rungwatch/breaker/options.h"

namespace rungwatch::breaker {

/// Reads the `breaker` block that fleet files and scenarios share: what it doesn't name stays as in `options`. What is
/// wrong goes to `faults` with its place.
[[nodiscard]] Options readOptions(
    const JsonValue& value, const std::string& pointer, Faults& faults, Options options = {});

} // namespace rungwatch::breaker
