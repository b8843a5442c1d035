// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/lab/what_if.h"

#include <QString>

#include <vector>

namespace rungwatch {

/// One figure of both lanes.
struct WhatIfFigure {
    QString label;
    /// Whole requests, switches, minutes.
    qint64 recorded{0};
    qint64 otherwise{0};

    /// "94 → 43", or "94" where nothing differs.
    [[nodiscard]] QString text() const;
    /// "▼ 51", "▲ 3"; empty where nothing differs.
    [[nodiscard]] QString difference() const;

    bool operator==(const WhatIfFigure&) const = default;
};

/// Unavailable, queued, wrong decisions of required outcomes, minutes degraded, switches.
[[nodiscard]] std::vector<WhatIfFigure> figuresOf(const lab::WhatIfFeature& feature);
[[nodiscard]] std::vector<WhatIfFigure> totalFiguresOf(const std::vector<lab::WhatIfFeature>& features);
/// Openings, seconds open, polls refused.
[[nodiscard]] std::vector<WhatIfFigure> figuresOf(const lab::WhatIfBreaker& breaker);

} // namespace rungwatch
