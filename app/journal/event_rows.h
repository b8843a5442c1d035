// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"
#include "rungwatch/fleet/event.h"

#include <span>

namespace rungwatch::journal {

/// The readable rows of these events into `transitions` and `operator_events`, in the caller's transaction. `chainHead`
/// is the operator chain's hash before them, and after them where there is no error.
[[nodiscard]] std::optional<Error> insertRows(
    Connection& connection, std::span<const fleet::Event> events, QByteArray& chainHead);

} // namespace rungwatch::journal
