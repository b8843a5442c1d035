// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QPalette>

namespace rungwatch::theme {

/// For what a style draws by itself: scroll bars, text fields, menus.
[[nodiscard]] QPalette paletteOf(const Tokens& tokens);
/// A narrow vertical scroll bar without arrows, as a style sheet for the area that has it: the platform's own would be
/// the brightest thing on screen.
[[nodiscard]] QString scrollBarSheet(const Tokens& tokens);

} // namespace rungwatch::theme
