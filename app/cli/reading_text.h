// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/formats/reading.h"

#include <string>

namespace rungwatch::cli {

/// A reading for people: a line a fact, levels and states in upper case. What was not said is left out.
[[nodiscard]] std::string readingText(const Reading& reading);

} // namespace rungwatch::cli
