// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/policy.h"
#include "rungwatch/formats/reading.h"

namespace rungwatch::fleet {

/// Makes of a reading what the fleet file wants of its source: whose names the metrics are (`preset`), which services a
/// server's series and alerts are about (`group_by`), which counters are rung traffic, whose age the headers tell. The
/// single samples end here: they decide nothing and are no journal's to keep. Pure; for the poll threads.
void fitReading(const Policy& policy, EndpointRef ref, Reading& reading);

} // namespace rungwatch::fleet
