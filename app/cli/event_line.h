// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

namespace rungwatch::cli {

/// One line a person reads: time in UTC, number, kind, whom it is about, and what changed. Plain text.
[[nodiscard]] std::string eventLine(const fleet::Event& event);

} // namespace rungwatch::cli
