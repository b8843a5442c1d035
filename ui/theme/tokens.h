// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/ladder/rung.h"

#include <QColor>

namespace rungwatch::theme {

enum class ThemeName { Dark, Light, HighContrast };

/// A rung's ink: the further down the ladder, the more of it.
struct Ink {
    QColor fill;
    QColor edge;
    /// The last rungs: `edge` drawn as diagonal hatch on `fill`.
    bool hatched{false};
};

/// Every colour of the console. A colour that is not here is not on the screen.
struct Tokens {
    QColor bg0; ///< Behind panes.
    QColor field; ///< Text fields.
    QColor bg1; ///< Panes.
    QColor bg2; ///< Group rows, heads, feet.
    QColor bg3; ///< Buttons, empty bar track.
    QColor sel; ///< Selected row.
    QColor l1; ///< Hairlines.
    QColor l2; ///< Axes.
    QColor ctl; ///< Border of buttons and fields.
    QColor t1; ///< Values, names, focus ring.
    QColor t2; ///< Sentences, details.
    QColor t3; ///< Labels, normal words, zero.
    QColor normal; ///< HEALTHY, CLOSED, fresh, bars.
    QColor warn; ///< DEGRADED, HALF-OPEN, STALE, UNCONFIRMED: fills.
    QColor warnOutline; ///< Around a warn fill; the same as warn where it needs none.
    QColor warnWord; ///< A warn word...
    QColor warnMarker; ///< ...on this; transparent where the word stands on the pane itself.
    QColor onWarn; ///< Words on a warn fill.
    QColor crit; ///< CRITICAL, OPEN, over a trip line.
    QColor gone; ///< UNAVAILABLE.
    QColor hand; ///< All that a person holds.
    QColor warnbg;
    QColor critbg;
    QColor handbg;
    QColor hatch; ///< Stale.
    QColor line; ///< Chart line.
    QColor grid; ///< Chart grid.

    [[nodiscard]] static const Tokens& of(ThemeName name);
    [[nodiscard]] Ink ink(RungKind kind) const;

private:
    struct Table;
    Ink m_primary;
    Ink m_secondary;
    Ink m_smallModel;
    Ink m_cache;
    Ink m_rules; ///< Rules, lists, templates.
};

} // namespace rungwatch::theme
