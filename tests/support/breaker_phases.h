// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/breaker_driver.h"

namespace rungwatch::test {

/// Three failures in a row, 15 s, one trial.
inline BreakerDriver simple()
{
    BreakerDriver driver;
    driver.options.failureThreshold = 3;
    driver.options.cooldown = std::chrono::seconds(15);
    driver.options.probeTimeout = std::chrono::seconds(5);
    driver.options.maxHalfOpen = std::chrono::seconds(60);
    return driver;
}

/// The same, having just come into this phase.
inline BreakerDriver inPhase(breaker::Phase phase)
{
    using breaker::Phase;
    auto driver = simple();
    switch (phase) {
    case Phase::Closed:
        break;
    case Phase::Open:
        driver.trip();
        break;
    case Phase::HalfOpen:
        driver.trip();
        driver.tickAfter(std::chrono::seconds(15));
        break;
    case Phase::ForcedOpen:
    case Phase::Disabled:
        driver.give(breaker::Force{phase});
        break;
    }
    driver.forget();
    return driver;
}

} // namespace rungwatch::test
