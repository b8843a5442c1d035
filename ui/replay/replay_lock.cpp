// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay_lock.h"

namespace rungwatch {

void lockForReplay(TopBarView& bar, const QString& pace)
{
    bar.source = QStringLiteral("REPLAY");
    bar.replay = true;
    bar.operatorName = pace;
    bar.controls = QStringLiteral("controls locked");
}

void lockForReplay(FeaturesView& features)
{
    for (auto& row : features.rows)
        row.kill.locked = QStringLiteral("replay");
}

void lockForReplay(BreakersView& breakers)
{
    for (auto& group : breakers.groups)
        for (auto& row : group.rows) {
            if (row.canProbe)
                row.action = QStringLiteral("locked: replay");
            row.canProbe = false;
        }
}

} // namespace rungwatch
