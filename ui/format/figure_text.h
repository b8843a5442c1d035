// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <QString>

namespace rungwatch::format {

/// "0", "47", "100", and "<1" or ">99" for what is not quite none or all: a share in whole percent, without its unit.
[[nodiscard]] QString wholePercent(double percent);
/// "89.5", "100", "0": to a tenth, which is cut off where it is none.
[[nodiscard]] QString tenthPercent(double percent);
/// "48 213": thousands apart by a no-break space.
[[nodiscard]] QString grouped(quint64 count);
/// A rung's name as words: "eligibility_rules" becomes "eligibility rules". Plain text, one line.
[[nodiscard]] QString rungLabel(std::string_view name);

/// "41 s", "16 min", "4 h 34 min", "3 d 4 h": how long something has been so, where seconds would only flicker. Never
/// negative.
[[nodiscard]] QString roughLength(Duration length);

} // namespace rungwatch::format
