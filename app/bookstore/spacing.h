// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace rungwatch::bookstore {

/// Whether item `i`, counted from 0, is one of the exact `percent` share: of any 100 in a row, `percent` are, spread
/// evenly. No chance is drawn, so a run can be compared with the script to the request.
[[nodiscard]] constexpr bool spaced(std::uint64_t i, std::uint64_t percent)
{
    return (i + 1) * percent / 100 > i * percent / 100;
}

} // namespace rungwatch::bookstore
