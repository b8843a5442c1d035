// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_options.h"

#include <QRegularExpression>
#include <QString>

namespace rungwatch::cli {

Result<theme::ThemeName> parseTheme(const std::string& text)
{
    if (text.empty() || text == "dark")
        return theme::ThemeName::Dark;
    if (text == "light")
        return theme::ThemeName::Light;
    if (text == "high-contrast")
        return theme::ThemeName::HighContrast;
    return Error{"bad-argument", "expected dark, light or high-contrast, found \"" + text + "\"", {}};
}

Result<QSize> parseSize(const std::string& text)
{
    static const QRegularExpression shape(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
    const auto match = shape.match(QString::fromStdString(text));
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (!match.hasMatch() || size.width() < 1024 || size.height() < 640 || size.width() > 7680 || size.height() > 4320)
        return Error{"bad-argument", "expected WIDTHxHEIGHT from 1024x640 to 7680x4320, found \"" + text + "\"", {}};
    return size;
}

} // namespace rungwatch::cli
