// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/formats/reading.h"
#include "ui/models/feature_row.h"
#include "ui/models/service_view.h"

namespace rungwatch {

/// The mode in force, since when, what it waits for, and the earliest return, as the service itself reports them.
[[nodiscard]] ModeCell modeCell(const FeatureReading& feature, const ServiceView& service);

} // namespace rungwatch
