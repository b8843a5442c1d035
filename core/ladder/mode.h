// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

namespace rungwatch {

/// Where a feature's walk down its ladder begins, and who says so: its controller (Primary, Degraded) or a person.
enum class Mode { Primary, Degraded, Killed, Forced, Drill };
constexpr std::array<std::string_view, 5> enumNames(Mode)
{
    return {"primary", "degraded", "killed", "forced", "drill"};
}

} // namespace rungwatch
