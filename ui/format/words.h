// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <QString>

namespace rungwatch::format {

/// "kill of recommendations", "probe of store/provider-primary".
[[nodiscard]] QString actionText(fleet::Action action, const std::string& target);
/// Why a command was refused, as a clause: "another command is in execution".
[[nodiscard]] QString refusalText(fleet::Refusal refusal);

/// "DEGRADED", "HALF-OPEN", "STALE": the one word of a state; "UNKNOWN" for none.
[[nodiscard]] QString word(HealthLevel level);
[[nodiscard]] QString word(const std::optional<Mode>& mode);
[[nodiscard]] QString word(const std::optional<breaker::Phase>& phase);
[[nodiscard]] QString word(fleet::Freshness freshness);

/// Text that came from outside, fit for one line: control characters become spaces, the rest stays as it is.
[[nodiscard]] QString plainLine(std::string_view text);

} // namespace rungwatch::format
