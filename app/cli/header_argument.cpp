// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/header_argument.h"

#include <algorithm>

namespace rungwatch::cli {

std::optional<std::pair<std::string, std::string>> parseHeader(const std::string& line)
{
    const auto colon = line.find(':');
    const bool odd =
        std::ranges::any_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
    if (colon == std::string::npos || colon == 0 || odd || line.find_first_of(" \t") < colon)
        return std::nullopt;
    const auto first = line.find_first_not_of(" \t", colon + 1);
    if (first == std::string::npos)
        return std::pair{line.substr(0, colon), std::string()};
    return std::pair{line.substr(0, colon), line.substr(first, line.find_last_not_of(" \t") - first + 1)};
}

} // namespace rungwatch::cli
