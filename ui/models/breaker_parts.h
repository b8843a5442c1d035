// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/service_values.h"
#include "ui/models/breaker_row.h"
#include "ui/models/service_view.h"

namespace rungwatch {

/// The console's own breaker around an endpoint: `index` into endpointsOf(policy), `ref` what stands there.
[[nodiscard]] BreakerRow ownRow(
    const fleet::FleetState& state, std::size_t index, fleet::EndpointRef ref, const Moment& now);
/// A breaker as `service` reports it, or as is said of it.
[[nodiscard]] BreakerRow reportedRow(const fleet::FleetState& state, const std::string& service,
    const fleet::Said<BreakerReading>& said, const Moment& now);

} // namespace rungwatch
