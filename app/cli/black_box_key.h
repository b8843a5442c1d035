// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/composition.h"
#include "app/exchange/black_box_keeper.h"
#include "app/session/replay_session.h"
#include "ui/replay/replay_window.h"

namespace rungwatch::cli {

// The key B: what a window asks for is written, and the window says what came of it. All of them outlive the window.
void keepBlackBoxes(MainWindow& window, Composition& console, exchange::BlackBoxKeeper& keeper);
void keepBlackBoxes(
    ReplayWindow& window, ReplaySource& session, const QString& journal, exchange::BlackBoxKeeper& keeper);

} // namespace rungwatch::cli
