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

/// Whether a row of `box` has three pixels of this colour side by side: the edges of antialiased text have not.
inline bool hasRun(const QImage& image, const QRect& box, const QColor& colour)
{
    for (int y = box.top(); y <= box.bottom(); ++y) {
        int run = 0;
        for (int x = box.left(); x <= box.right(); ++x) {
            run = image.pixelColor(x, y).rgb() == colour.rgb() ? run + 1 : 0;
            if (run >= 3)
                return true;
        }
    }
    return false;
}

} // namespace rungwatch
