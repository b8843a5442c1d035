// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/overview_model.h"

namespace rungwatch {

/// Turns what the window shows of a recorded moment into what can't be taken for now: REPLAY in place of LIVE, how it
/// is played in place of who is on duty, and every control locked, with that as its cause.
void lockForReplay(TopBarView& bar, const QString& pace);
void lockForReplay(FeaturesView& features);
void lockForReplay(BreakersView& breakers);

} // namespace rungwatch
