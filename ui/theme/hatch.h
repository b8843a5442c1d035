// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>

namespace rungwatch::theme {

/// Diagonal lines, 1 px wide and `spacing` px apart, on `ground` (which may be transparent). It is not antialiased and
/// tiles without a seam.
[[nodiscard]] QBrush hatchBrush(const QColor& line, const QColor& ground, int spacing = 8);

} // namespace rungwatch::theme
