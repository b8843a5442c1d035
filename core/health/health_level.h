// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

namespace rungwatch {

/// How well a service, a component or the fleet does its job. Worst last, but for Unknown, which is no level: it is
/// never healthy, and how it counts is the roll-up's to say.
enum class HealthLevel { Healthy, Degraded, Critical, Unavailable, Unknown };
constexpr std::array<std::string_view, 5> enumNames(HealthLevel)
{
    return {"healthy", "degraded", "critical", "unavailable", "unknown"};
}

/// The worse of two known levels; Unknown says nothing and gives way.
[[nodiscard]] constexpr HealthLevel worse(HealthLevel a, HealthLevel b)
{
    if (a == HealthLevel::Unknown)
        return b;
    if (b == HealthLevel::Unknown)
        return a;
    return a < b ? b : a;
}

} // namespace rungwatch
