// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"
#include "ui/models/breaker_row.h"
#include "ui/models/feature_row.h"
#include "ui/models/top_bar_view.h"

namespace rungwatch {

/// The left side of the window and its head and foot, as values. Pure functions of a snapshot and a time: they decide
/// nothing, they word and count. What a service said about its own time runs on at its own rate.
[[nodiscard]] TopBarView topBarOf(const fleet::Snapshot& snapshot, const Moment& now, const QString& operatorName);
/// By criticality, then in the order of the fleet file; features that only telemetry knows come last.
[[nodiscard]] FeaturesView featuresOf(const fleet::Snapshot& snapshot, const Moment& now);
/// A group for each service that reports breakers, then the console's own. Of many, the closed ones are one line.
[[nodiscard]] BreakersView breakersOf(const fleet::Snapshot& snapshot, const Moment& now);
[[nodiscard]] FootView footOf(const fleet::Snapshot& snapshot, const Moment& now, const QString& trouble);

} // namespace rungwatch
