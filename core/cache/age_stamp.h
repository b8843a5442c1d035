// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/stale_policy.h"

namespace rungwatch {

/// How old a value was at a moment. It travels with the value through every cache, so that a value never gets younger;
/// from that moment on the age goes on by clocks that never jump.
struct AgeStamp {
    /// At `at`. Absent: unknown, and stays so. Negative: the value claims to come from the future, which no passing
    /// time puts right.
    std::optional<Duration> age;
    Moment at;

    [[nodiscard]] static AgeStamp obtained(const Moment& at) { return {Duration{0}, at}; }

    /// Nothing where it can't be known.
    [[nodiscard]] std::optional<Duration> ageAt(const Moment& now) const;
    /// Whether this is known to be obtained later than `other`.
    [[nodiscard]] bool youngerThan(const AgeStamp& other, const Moment& now) const;
    /// On the steady clock's line; the earliest of all where the age is not usable.
    [[nodiscard]] SteadyTime since() const;
};

/// A value with its age.
struct DatedValue {
    std::string value;
    AgeStamp stamp;
};

} // namespace rungwatch
