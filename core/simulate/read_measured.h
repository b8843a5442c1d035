// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/strict_object.h"

namespace rungwatch::simulate {

/// \file
/// What a script says was measured, of any number of decimals. It is kept in whole units, on the side of a limit that
/// the number itself is on: rounding to the nearest would let 9.9999999999 s reach 10 and 120.0000000001 s stay within
/// 120.

/// How the limit reads that the measured value is held against.
enum class Limit {
    Reached, ///< At >=: the value is rounded down.
    Exceeded, ///< At >, and at < 0 for an age: the value is rounded away from zero.
};

/// A percentage from 0 to 100, in thousandths; for limits that are reached at >=.
[[nodiscard]] Percent readMeasuredPercent(StrictObject& object, std::string_view key);
/// Seconds in [least, most], in nanoseconds.
[[nodiscard]] Duration readMeasuredSeconds(
    StrictObject& object, std::string_view key, double least, double most, Limit limit);
/// Milliseconds from 0 to a day, 0 where there are none; for limits that are exceeded at >.
[[nodiscard]] Duration readLatency(StrictObject& object, std::string_view key);

} // namespace rungwatch::simulate
