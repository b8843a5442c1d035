// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/lab/scenario.h"

#include <QString>

namespace rungwatch {

/// When the scripted hour begins in its journal.
[[nodiscard]] WallTime labStart();

/// A journal of the scripted hour under its default settings: a store that publishes it minute by minute, read by a
/// console once a minute. The same bytes of events every time.
[[nodiscard]] std::optional<Error> writeLabJournal(const QString& file, const lab::Scenario& scenario);

} // namespace rungwatch
