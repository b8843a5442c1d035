// SPDX-License-Identifier: GPL-3.0-or-later
#include "type.h"

#include <QStringList>

namespace rungwatch::theme {
namespace {

QFont font(const QStringList& families, int px, QFont::Weight weight)
{
    QFont made;
    made.setFamilies(families);
    made.setPixelSize(px);
    made.setWeight(weight);
    return made;
}

} // namespace

QFont wordFont(int px, QFont::Weight weight)
{
    static const QStringList families{
        QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")};
    return font(families, px, weight);
}

QFont figureFont(int px, QFont::Weight weight)
{
    static const QStringList families{QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono")};
    auto made = font(families, px, weight);
    made.setFixedPitch(true);
    return made;
}

} // namespace rungwatch::theme
