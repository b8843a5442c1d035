// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/formats/reading.h"

#include <QString>

namespace rungwatch {

/// "min", "30 s": what a count of one interval is per. A service measures its intervals, so one of a minute is some
/// milliseconds more or less: that is no other length. "interval" where it is not known.
[[nodiscard]] QString intervalUnit(const std::optional<Duration>& length);

/// Who answered a feature's last full interval.
class ServedShares {
public:
    explicit ServedShares(const FeatureReading& feature);

    [[nodiscard]] bool known() const { return m_total > 0; }
    /// Percent of the interval's answers; absent where the interval is not known or had none.
    [[nodiscard]] std::optional<double> of(const std::string& rung) const;
    /// "42 / min"; empty where it is not known.
    [[nodiscard]] QString count(const std::string& rung) const;
    /// "91 % fallback models, 7 % popular list; 17 waiting."
    [[nodiscard]] QString sentence() const;

private:
    const FeatureReading& m_feature;
    const IntervalReading* m_interval{nullptr};
    std::uint64_t m_total{0};
};

} // namespace rungwatch
