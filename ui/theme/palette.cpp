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

QString scrollBarSheet(const Tokens& tokens)
{
    return QStringLiteral("QScrollBar:vertical { background: %1; width: 10px; border: none; }"
                          "QScrollBar::handle:vertical { background: %2; border: 3px solid %1; min-height: 30px; }"
                          "QScrollBar::add-line, QScrollBar::sub-line { height: 0; }"
                          "QScrollBar::add-page, QScrollBar::sub-page { background: none; }")
        .arg(tokens.bg1.name(), tokens.l2.name());
}

} // namespace rungwatch::theme
