// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/feature_row.h"
#include "ui/theme/tokens.h"

class QPainter;
class QRect;

namespace rungwatch {

/// Draws a ladder's columns: what stands in `rungs` into `box`. Two rungs of one column split it, one above the other.
class RungCellPainter {
public:
    RungCellPainter(QPainter& painter, const theme::Tokens& tokens, bool stale, bool named, const QColor& ground);

    /// `missing` names the column where the ladder has no such rung: "no cache rung".
    void paint(const QRect& box, const std::vector<RungCell>& rungs, const QString& missing, const Mark& standing);

private:
    void paintWhole(const QRect& box, const RungCell& rung);
    void paintHalf(const QRect& box, const RungCell& rung);
    void paintForbidden(const QRect& box, const RungCell& rung);
    void paintMissing(const QRect& box, const QString& missing);
    void paintFrame(const QRect& box, bool standsHere, const Mark& standing);
    void paintBar(const QRect& box, const RungCell& rung);
    void paintShare(const QRect& box, const RungCell& rung, int px);
    [[nodiscard]] QColor inkOf(const RungCell& rung) const;

    QPainter& m_painter;
    const theme::Tokens& m_tokens;
    QColor m_ground;
    bool m_stale;
    bool m_named;
};

} // namespace rungwatch
