// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/incident_list.h"

namespace rungwatch::formats {

/// Adds one incident or maintenance of a Statuspage to `reading`, and the moves of its components to the timeline.
void addStatuspageIncident(const JsonValue& entry, bool maintenance, Reading& reading);

} // namespace rungwatch::formats
