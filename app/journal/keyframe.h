// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"
#include "rungwatch/fleet/state.h"

/// \file
/// Keyframes as rows of the table `keyframes`: the state after an event, compressed, under a checksum.

namespace rungwatch::journal {

struct Keyframe {
    std::uint64_t seq{0};
    std::uint64_t stateHash{0};
    std::string state;
};

/// The newest one that meets the condition, an expression with one `?`. Errors: "damaged", "newer-version",
/// "older-version", and the database's.
[[nodiscard]] Result<std::optional<Keyframe>> readKeyframe(
    Connection& connection, const QString& condition, qint64 bound);

/// In the caller's transaction.
[[nodiscard]] std::optional<Error> insertKeyframe(Connection& connection, const fleet::FleetState& state);

} // namespace rungwatch::journal
