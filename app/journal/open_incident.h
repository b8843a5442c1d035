// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"
#include "rungwatch/fleet/incident.h"

namespace rungwatch::journal {

/// The incident within which the journal ends, as far as a console needs to go on with it: one that a person declared
/// and nobody ended, by the operator's record; one that was found and was not over, by the row that protects it.
[[nodiscard]] Result<std::optional<fleet::Incident>> openIncident(Connection& connection);

} // namespace rungwatch::journal
