// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console_options.h"
#include "rungwatch/base/result.h"
#include "ui/theme/tokens.h"

#include <QSize>

#include <string>

namespace rungwatch::cli {

/// What the program takes without a subcommand.
struct WindowOptions {
    ConsoleOptions console;
    std::string theme;
    std::string blackBoxLast{"15m"};
};

/// "dark", "light" or "high-contrast"; empty is dark.
[[nodiscard]] Result<theme::ThemeName> parseTheme(const std::string& text);

/// "1920x1080": at least 1024x640, at most 7680x4320.
[[nodiscard]] Result<QSize> parseSize(const std::string& text);

} // namespace rungwatch::cli
