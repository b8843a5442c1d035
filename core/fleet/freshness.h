// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace rungwatch::fleet {

/// Where a source's last good reading stands between new and no longer to be believed (DESIGN).
enum class Freshness { Unknown, Fresh, Late, Stale };
constexpr std::array<std::string_view, 4> enumNames(Freshness)
{
    return {"unknown", "fresh", "late", "stale"};
}

} // namespace rungwatch::fleet
