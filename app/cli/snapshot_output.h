// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"

namespace rungwatch::cli {

/// A state as one JSON object, everything by its name and with its age at `at`: level, services, endpoints with their
/// breaker and last reading, features, control.
[[nodiscard]] std::string snapshotJson(const fleet::FleetState& state, WallTime at);
/// The same in short, for a person. Plain text.
[[nodiscard]] std::string snapshotText(const fleet::FleetState& state, WallTime at);

} // namespace rungwatch::cli
