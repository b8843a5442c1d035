// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rungwatch {

/// Whether a character has no place in one line of plain text, as it would break the line, turn the writing direction,
/// be seen by nobody, or command a terminal: controls (C0, DEL, C1), Unicode's format characters, and the line and
/// paragraph separators. With them a name could disguise what stands beside it.
[[nodiscard]] bool isUnfitForALine(char32_t character);

/// Words of another program as one line of plain text, in UTF-8: each such character becomes a blank, each byte that is
/// no UTF-8 U+FFFD.
[[nodiscard]] std::string plainLine(std::string_view text);

} // namespace rungwatch
