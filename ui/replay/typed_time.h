// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_axis.h"

#include <QString>

#include <optional>

namespace rungwatch {

/// A moment as a person types it, in UTC: "14:42", "14:42:05", "2026-11-30 14:42", or RFC 3339. A time without a day is
/// that of the recording's day that lies nearest to `shown`. Nothing for what is no time.
[[nodiscard]] std::optional<WallTime> typedTime(
    const QString& text, const charts::TimeRange& recording, WallTime shown);

} // namespace rungwatch
