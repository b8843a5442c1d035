// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/strict_object.h"
#include "rungwatch/ladder/mode_controller.h"

namespace rungwatch {

/// Reads the `mode_controller` block that fleet files and scripts share: what it doesn't name is its default. What is
/// wrong goes to `faults` with its place.
[[nodiscard]] ModeController::Options readController(
    const JsonValue& value, const std::string& pointer, Faults& faults);

} // namespace rungwatch
