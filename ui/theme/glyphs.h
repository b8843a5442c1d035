// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/mark.h"
#include "ui/theme/tokens.h"

class QPainter;
class QRectF;

namespace rungwatch::theme {

/// Signs that are no state of anything: on the review card, buttons and rung cells.
enum class Sign { Lock, Power, Hand, HollowHand, Refused, Note };

/// A mark's colour as a fill, and as a word. In the light theme a warn word stands on `Tokens::warnMarker`.
[[nodiscard]] QColor fillOf(const Mark& mark, const Tokens& tokens);
[[nodiscard]] QColor wordColourOf(const Mark& mark, const Tokens& tokens);
/// What a person must notice: its word is written in semibold.
[[nodiscard]] bool isAbnormal(const Mark& mark);

/// Draws a mark's glyph into `box` (made for 16 x 16, drawn at any size), in its colour. The glyph alone tells the
/// state: no two are alike in shape.
void paintMark(QPainter& painter, const QRectF& box, const Mark& mark, const Tokens& tokens);
/// The same without colour: what is only last known.
void paintMark(QPainter& painter, const QRectF& box, const Mark& mark, const QColor& fill, const QColor& outline);
void paintRung(QPainter& painter, const QRectF& box, RungKind kind, const QColor& colour);
void paintSign(QPainter& painter, const QRectF& box, Sign sign, const QColor& colour);

} // namespace rungwatch::theme
