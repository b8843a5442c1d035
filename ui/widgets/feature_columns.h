// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <cstddef>

namespace rungwatch {

/// Where the parts of a feature's row stand. From the 824 px form of a small window to the 1,208 px one, and in
/// between.
struct FeatureColumns {
    int name{16};
    int nameWidth{0};
    int ladder{0};
    int pitch{0};
    int mode{0};
    int modeWidth{0};
    int cache{0};
    int cacheWidth{0};
    int kill{0};
    int killWidth{0};

    [[nodiscard]] static FeatureColumns of(int width);
    /// The cell of a ladder's column, `high` from `top`.
    [[nodiscard]] QRect cell(std::size_t column, int top, int high) const
    {
        return {ladder + static_cast<int>(column) * pitch, top, pitch - 4, high};
    }
    /// Names of rungs fit into the cells.
    [[nodiscard]] bool namesRungs() const { return pitch >= 90; }
};

} // namespace rungwatch
