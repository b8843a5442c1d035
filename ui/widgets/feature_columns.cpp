// SPDX-License-Identifier: GPL-3.0-or-later
#include "feature_columns.h"

#include <algorithm>
#include <cmath>

namespace rungwatch {

FeatureColumns FeatureColumns::of(int width)
{
    constexpr int narrow = 824;
    constexpr int wide = 1208;
    const double share = std::clamp(static_cast<double>(width - narrow) / (wide - narrow), 0.0, 1.0);
    const auto between = [&](int from, int to) { return static_cast<int>(std::lround(from + share * (to - from))); };
    // What is left over in a still wider pane goes to the mode's words.
    const int over = std::max(0, width - wide);
    FeatureColumns columns;
    columns.ladder = between(164, 190);
    columns.nameWidth = columns.ladder - columns.name - 10;
    columns.pitch = between(58, 104);
    columns.mode = columns.ladder + 6 * columns.pitch + between(4, 12);
    columns.modeWidth = between(148, 184) + over;
    columns.cache = columns.mode + between(152, 192) + over;
    columns.cacheWidth = between(84, 104);
    columns.kill = columns.cache + between(92, 112);
    columns.killWidth = between(52, 72);
    return columns;
}

} // namespace rungwatch
