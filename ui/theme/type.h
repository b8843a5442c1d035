// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace rungwatch::theme {

/// Words: Inter, then Noto Sans, DejaVu Sans. `px` is the font's pixel size, at least 11.
[[nodiscard]] QFont wordFont(int px, QFont::Weight weight = QFont::Normal);
/// Figures, times, counts and ids: JetBrains Mono, then DejaVu Sans Mono. All digits have one width, so a live number
/// does not shake.
[[nodiscard]] QFont figureFont(int px, QFont::Weight weight = QFont::Normal);

} // namespace rungwatch::theme
