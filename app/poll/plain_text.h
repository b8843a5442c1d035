// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace rungwatch::poll {

/// Words of another program as one line of plain text (plainLine()), of which at most `limit` bytes are taken (never
/// part of a character); where that cut it, it ends with three dots.
[[nodiscard]] std::string plainText(std::string_view text, std::size_t limit = 200);

} // namespace rungwatch::poll
