// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"

#include <string>

namespace rungwatch::cli {

/// A file built into the program, such as ":/scenarios/outage_hour.json".
[[nodiscard]] Result<std::string> resourceText(const char* path);

} // namespace rungwatch::cli
