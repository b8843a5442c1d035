// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/incident_report.h"

namespace rungwatch::exchange {

/// A picture of its own: SVG without script, style sheet or anything from elsewhere. In user units, a text line being
/// 14 of them high.
struct Chart {
    QString title;
    /// What it shows, for who can't see it.
    QString summary;
    QString svg;
    int width{0};
    int height{0};
};

/// The level, what users of each feature got, and the breakers that moved; of each only what there is.
[[nodiscard]] std::vector<Chart> chartsOf(const IncidentReport& report);

} // namespace rungwatch::exchange
