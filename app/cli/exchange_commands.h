// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "app/exchange/time_range.h"

namespace rungwatch::cli {

/// What --from and --to say, empty texts for none; nothing where it was said what is wrong.
[[nodiscard]] std::optional<exchange::TimeRange> readRange(const std::string& from, const std::string& to);

// A journal out of this program, and timelines into it.
Command blackBoxCommand();
Command exportCommand();
Command importCommand();

} // namespace rungwatch::cli
