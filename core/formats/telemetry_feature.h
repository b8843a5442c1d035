// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// One entry of the telemetry's `features`, but for its name. Words in no table are flagged on `reading`.
[[nodiscard]] FeatureReading featureFrom(const JsonValue& entry, Reading& reading);

} // namespace rungwatch::formats
