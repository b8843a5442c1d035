// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>

namespace rungwatch {

/// A percentage in thousandths, so that states hash and compare alike on every machine. Range and meaning are the
/// owner's.
struct Percent {
    std::int64_t milli{0};

    auto operator<=>(const Percent&) const = default;

    [[nodiscard]] double value() const { return static_cast<double>(milli) / 1000.0; }
    /// To the nearest thousandth; nothing for what is not a finite number of a sane size (|p| <= 1e9).
    [[nodiscard]] static std::optional<Percent> from(double percent)
    {
        if (!(std::fabs(percent) <= 1e9))
            return std::nullopt;
        return Percent{std::llround(percent * 1000.0)};
    }
    /// part/whole in percent, rounded half up; nothing when there is no whole. Both non-negative.
    [[nodiscard]] static std::optional<Percent> ratio(std::int64_t part, std::int64_t whole)
    {
        if (whole <= 0)
            return std::nullopt;
        return Percent{(part * 200'000 + whole) / (2 * whole)};
    }
};

} // namespace rungwatch
