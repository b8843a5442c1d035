// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/report_charts.h"
#include "app/exchange/report_text.h"

#include <functional>

namespace rungwatch::exchange {

/// A report in the order in which it is read, as pieces of markup and charts in between; page and document differ in
/// how they hold the charts.
void writeMarkup(const IncidentReport& report, const std::function<void(const QString& markup)>& put,
    const std::function<void(const Chart& chart)>& draw);

} // namespace rungwatch::exchange
