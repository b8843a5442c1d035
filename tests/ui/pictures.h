// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace rungwatch {

/// What a widget shows; kept as NAME.png where RUNGWATCH_PICTURES names a directory, to be looked at.
inline QImage keepPicture(QWidget& widget, const QString& name)
{
    const auto image = widget.grab().toImage();
    const auto directory = qEnvironmentVariable("RUNGWATCH_PICTURES");
    if (!directory.isEmpty())
        image.save(directory + QLatin1Char{'/'} + name + QStringLiteral(".png"));
    return image;
}

} // namespace rungwatch
