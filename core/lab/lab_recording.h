// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/lab/recording.h"
#include "rungwatch/lab/scenario.h"

namespace rungwatch::lab {

/// The scripted hour under its default settings as a recording that begins at `start`, a minute an interval. What a
/// journal leaves to be estimated stands in the script: so a what-if of it gives the hour's own figures exactly.
[[nodiscard]] Recording recordingOf(const Scenario& scenario, WallTime start);

/// The changes, as setChange() reads them, that make these settings of the default ones.
[[nodiscard]] std::vector<std::string> changesFor(const Scenario& scenario, const Toggles& toggles);

} // namespace rungwatch::lab
