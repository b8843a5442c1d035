// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QPalette>

namespace rungwatch::theme {

/// For what a style draws by itself: scroll bars, text fields, menus.
[[nodiscard]] QPalette paletteOf(const Tokens& tokens);

} // namespace rungwatch::theme
