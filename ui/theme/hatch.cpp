// SPDX-License-Identifier: GPL-3.0-or-later
#include "hatch.h"

#include <QImage>

namespace rungwatch::theme {

QBrush hatchBrush(const QColor& line, const QColor& ground, int spacing)
{
    QImage tile{spacing, spacing, QImage::Format_ARGB32_Premultiplied};
    tile.fill(ground);
    for (int i = 0; i < spacing; ++i)
        tile.setPixelColor(i, spacing - 1 - i, line);
    return QBrush{tile};
}

} // namespace rungwatch::theme
