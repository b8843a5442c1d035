// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/read_measured.h"

#include <cmath>

namespace rungwatch::simulate {

namespace {

constexpr double thousandths = 1e3;
constexpr double nanosecondsPerSecond = 1e9;
constexpr double nanosecondsPerMillisecond = 1e6;

/// In whole units, `perUnit` of them in what `value` counts. The quotient tells exactly on which side of `value` the
/// nearest one lies: the product is rounded itself.
std::int64_t wholeUnits(double value, double perUnit, Limit limit)
{
    const std::int64_t nearest = std::llround(value * perUnit);
    const double back = static_cast<double>(nearest) / perUnit;
    if (back > value && (limit == Limit::Reached || value < 0))
        return nearest - 1;
    if (back < value && limit == Limit::Exceeded && value > 0)
        return nearest + 1;
    return nearest;
}

} // namespace

Percent readMeasuredPercent(StrictObject& object, std::string_view key)
{
    return Percent{wholeUnits(object.number(key, 0, 100), thousandths, Limit::Reached)};
}

Duration readMeasuredSeconds(StrictObject& object, std::string_view key, double least, double most, Limit limit)
{
    return Duration{wholeUnits(object.number(key, least, most), nanosecondsPerSecond, limit)};
}

Duration readLatency(StrictObject& object, std::string_view key)
{
    return Duration{wholeUnits(object.number(key, 0, 8.64e7, 0), nanosecondsPerMillisecond, Limit::Exceeded)};
}

} // namespace rungwatch::simulate
