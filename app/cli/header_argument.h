// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace rungwatch::cli {

/// "Name: value" as its two parts, without the blanks around them; nothing for any other form, and for one with a
/// control character in it.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> parseHeader(const std::string& line);

} // namespace rungwatch::cli
