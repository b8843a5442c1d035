// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <QString>

namespace rungwatch::format {

/// "14:27", "14:27:05", "14:27:05.6": always UTC.
[[nodiscard]] QString utcMinute(WallTime at);
[[nodiscard]] QString utcSecond(WallTime at);
[[nodiscard]] QString utcTenth(WallTime at);

/// "0.6 s" below ten seconds, then "41 s", "7 min 10 s", "4 h 34 min", "3 d 4 h". The unit stands after a no-break
/// space. Never negative: what is below zero is 0.
[[nodiscard]] QString lengthText(Duration length);
/// "15 min", "1 h", "90 s": a setting, in the largest unit that it fills.
[[nodiscard]] QString settingText(Duration length);

} // namespace rungwatch::format
