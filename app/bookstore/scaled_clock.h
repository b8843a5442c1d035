// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

namespace rungwatch::bookstore {

/// The store's own clock: its steady time runs `speed` times as fast as the machine's, so that a scenario minute takes
/// a second. Wall time is the machine's: it is for people. Thread-safe.
class ScaledClock final : public Clock {
public:
    /// The scenario begins at `startAt` of its own time. `machine` outlives this.
    ScaledClock(const Clock& machine, double speed, Duration startAt);

    [[nodiscard]] Moment now() const override;
    [[nodiscard]] double speed() const { return m_speed; }
    /// Since minute 0 of the scenario.
    [[nodiscard]] Duration scenarioNow() const;
    /// How long a length of the store's time takes on the machine.
    [[nodiscard]] Duration real(Duration scaled) const;

private:
    const Clock& m_machine;
    Moment m_begin;
    double m_speed;
    Duration m_startAt;
};

} // namespace rungwatch::bookstore
