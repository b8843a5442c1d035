// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/age_stamp.h"

namespace rungwatch {

std::optional<Duration> AgeStamp::ageAt(const Moment& now) const
{
    if (!age || *age < Duration{0})
        return age;
    const auto since = ageOf(at, now);
    if (!since || *since < Duration{0})
        return since;
    return saturatingAdd(SteadyTime{*age}, *since).time_since_epoch();
}

bool AgeStamp::youngerThan(const AgeStamp& other, const Moment& now) const
{
    const auto mine = ageAt(now);
    if (!mine || *mine < Duration{0})
        return false;
    const auto others = other.ageAt(now);
    return !others || *others < Duration{0} || *mine < *others;
}

SteadyTime AgeStamp::since() const
{
    if (!age || *age < Duration{0})
        return SteadyTime::min();
    return saturatingAdd(at.steady, -*age);
}

} // namespace rungwatch
