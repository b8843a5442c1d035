// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/state.h"

#include <QString>

#include <functional>

namespace rungwatch::journal {

/// Applies every event of a journal in order and shows each with the state after it. An error where it can't be read to
/// its end; what was shown before was read well.
[[nodiscard]] std::optional<Error> replayed(
    const QString& file, const std::function<void(const fleet::Event&, const fleet::FleetState& after)>& visit);

} // namespace rungwatch::journal
