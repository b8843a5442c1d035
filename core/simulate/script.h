// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rungwatch::simulate {

/// Runs a script of calls and times against one core part on a clock of its own, and gives one JSON object a step:
/// "at_s", the part's facts after it, and "events". An error names the first wrong step and what was expected there; a
/// script with one has no results at all, since what follows would rest on a step that was never made.
[[nodiscard]] Result<std::vector<std::string>> runScript(std::string_view text);

} // namespace rungwatch::simulate
