// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QStringList>

class QPainter;
class QRect;

namespace rungwatch::theme {

/// One line of plain text in `box`, cut with an ellipsis where it does not fit. Gives the width that was used.
int drawLine(QPainter& painter, const QRect& box, const QString& text, const QFont& font, const QColor& colour,
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter, Qt::TextElideMode elide = Qt::ElideRight);

/// The first of the wordings, longest first, that fits into `width`; the last where none does.
QString fitting(const QStringList& wordings, const QFont& font, int width);

/// A figure with its unit: "41 s" with the unit in the word font at two thirds of the size, 3 px after. What has no
/// unit is drawn as a figure alone. Gives the width that was used.
int drawFigure(QPainter& painter, const QRect& box, const QString& text, int px, const QColor& colour,
    const QColor& unitColour, QFont::Weight weight = QFont::DemiBold);

} // namespace rungwatch::theme
