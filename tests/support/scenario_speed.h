// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// \file
/// How fast a test's book store lives its scripted hour.

namespace rungwatch::testing {

/// Scenario seconds a real second: 60, or what RUNGWATCH_TEST_SPEED says. The p95 that trips, 10 s, is 167 ms of real
/// time at 60: at 120 it would be 83, which a small machine stalls for now and then while programs start, and a build
/// that a sanitizer went through needs the hour slower still (the presets say so).
inline int scenarioSpeed()
{
    const int asked = qEnvironmentVariableIntValue("RUNGWATCH_TEST_SPEED");
    return asked > 0 ? asked : 60;
}

inline QString scenarioSpeedText()
{
    return QString::number(scenarioSpeed());
}

/// The real seconds to wait at most for what takes `seconds` at 60.
inline int scenarioPatience(int seconds)
{
    return seconds * 60 / scenarioSpeed();
}

} // namespace rungwatch::testing
