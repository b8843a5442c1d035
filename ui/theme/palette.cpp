// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette.h"

namespace rungwatch::theme {

QPalette paletteOf(const Tokens& tokens)
{
    QPalette palette;
    const std::pair<QPalette::ColorRole, QColor> roles[] = {{QPalette::Window, tokens.bg1},
        {QPalette::WindowText, tokens.t1}, {QPalette::Base, tokens.field}, {QPalette::AlternateBase, tokens.bg2},
        {QPalette::Text, tokens.t1}, {QPalette::PlaceholderText, tokens.t3}, {QPalette::Button, tokens.bg3},
        {QPalette::ButtonText, tokens.t1}, {QPalette::Light, tokens.l2}, {QPalette::Midlight, tokens.bg3},
        {QPalette::Mid, tokens.l1}, {QPalette::Dark, tokens.bg0}, {QPalette::Shadow, tokens.bg0},
        {QPalette::Highlight, tokens.sel}, {QPalette::HighlightedText, tokens.t1}, {QPalette::ToolTipBase, tokens.bg2},
        {QPalette::ToolTipText, tokens.t1}};
    for (const auto& [role, colour] : roles)
        palette.setColor(role, colour);
    return palette;
}

} // namespace rungwatch::theme
