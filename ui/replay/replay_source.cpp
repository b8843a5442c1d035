// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay_source.h"

#include "ui/format/figure_text.h"

namespace rungwatch {

QString ReplaySource::pace() const
{
    const auto now = status();
    const auto text = [](double speed) {
        return format::grouped(static_cast<quint64>(std::max(1.0, speed))) + QChar{0x00d7};
    };
    if (!now.playing)
        return (now.atEnd ? QStringLiteral("at the end, ") : QStringLiteral("paused, ")) + text(now.speed);
    // Said only where it is noticed: nothing is left out, it only takes longer.
    const bool slower = now.reached > 0 && now.reached < 0.8 * now.speed;
    return slower ? QStringLiteral("%1, reaches %2").arg(text(now.speed), text(now.reached))
                  : QStringLiteral("playing ") + text(now.speed);
}

} // namespace rungwatch
