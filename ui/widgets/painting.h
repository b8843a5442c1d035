// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/mark.h"
#include "ui/theme/tokens.h"

#include <QFont>
#include <QRect>
#include <QString>

class QPainter;

/// \file
/// What the parts of a feature's row paint alike. Text is drawn as it stands and elided where it does not fit: nothing
/// is ever read as markup.

namespace rungwatch::paint {

/// Words over as many lines of `lineHeight` as `box` holds; the last one is elided.
void lines(
    QPainter& painter, const QRect& box, const QString& text, const QFont& font, const QColor& colour, int lineHeight);
/// A state's word in its colour, on the warn marker where the theme has one. Returns the width that it took.
int word(QPainter& painter, const QRect& box, const QString& text, const QFont& font, const Mark& mark,
    const theme::Tokens& tokens);
/// "47 %" at the right of `box`, figure and unit in their own fonts.
void shareAtRight(QPainter& painter, const QRect& box, const QString& share, int px, QFont::Weight weight,
    const QColor& colour, const QColor& unitColour);
/// A track with its fill from the left; what is above 0 has a pixel at least.
void bar(QPainter& painter, const QRect& box, double fraction, const QColor& track, const QColor& fill);

/// The three looks of a button: it acts, it would act on stale data, it can't act.
enum class ButtonLook { Plain, Blind, Locked };
void buttonFrame(QPainter& painter, const QRect& box, ButtonLook look, const theme::Tokens& tokens);

} // namespace rungwatch::paint
