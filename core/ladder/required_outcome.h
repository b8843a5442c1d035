// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/ladder.h"

namespace rungwatch {

/// Whether a required outcome (an authorisation, a payment, a price, a refund decision) may come from such a rung: a
/// model, deterministic rules, a person's queue or an explicit failure. Never a cached answer or a template, which
/// would keep the page green with something that nobody decided. (Document "Graceful degradation": those cases need an
/// explicit failure or a separate approved workflow.)
[[nodiscard]] constexpr bool allowedForRequired(RungKind kind)
{
    return isModel(kind) || kind == RungKind::Rules || isHonestEnd(kind);
}

/// The ladder of a feature that is marked required, or the first thing wrong with it: what validate() finds, or
/// "silent-degradation", a rung that is not allowedForRequired(), at its place ("/ladder/3") and with the reason.
[[nodiscard]] Result<Ladder> validateRequired(const Ladder& ladder);

} // namespace rungwatch
