// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/feature_row.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/feature_columns.h"

class QPainter;

namespace rungwatch {

/// Draws one feature's row into `box`: level, ladder, mode with the way back, cached age, kill switch.
class FeatureRowPainter {
public:
    /// The lower form of the row is below this height.
    static constexpr int tallRow{112};

    FeatureRowPainter(QPainter& painter, const theme::Tokens& tokens, const QRect& box, bool selected = false);

    void paint(const FeatureRow& row);
    /// Where the row in `box` has its button.
    [[nodiscard]] static QRect killButton(const QRect& box);
    /// What an empty column says: "no cache rung".
    [[nodiscard]] static QString missingRung(LadderColumn column);

private:
    [[nodiscard]] bool isTall() const { return m_box.height() >= tallRow; }
    void paintName(const FeatureRow& row);
    void paintLadder(const FeatureRow& row);
    void paintMode(const FeatureRow& row);
    void paintModeBelow(const QRect& lines, const FeatureRow& row);
    void paintHold(const QRect& line, std::uint64_t healthy, std::uint64_t hold);
    void paintCache(const FeatureRow& row);
    void paintKill(const FeatureRow& row);

    QPainter& m_painter;
    const theme::Tokens& m_tokens;
    QRect m_box;
    bool m_selected;
    FeatureColumns m_columns;
};

} // namespace rungwatch
