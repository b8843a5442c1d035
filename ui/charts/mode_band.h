// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series.h"
#include "ui/charts/time_axis.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch::charts {

/// The mode in force over time: a thin line while it is PRIMARY, a block with its word and beginning while it is not,
/// and at the right the word of the mode now. Words stand in what is known: a gap is never written over, nor cuts a
/// word.
class ModeBand : public QWidget {
    Q_OBJECT

public:
    static constexpr int bandHeight{14};

    explicit ModeBand(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setColumns(const ChartColumns& columns);
    void setSeries(const FeatureSeries& series, const TimeAxis& axis);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Block {
        ModeSegment segment;
        QRect box;
    };

    [[nodiscard]] std::vector<Block> blocks(const QRect& band) const;
    [[nodiscard]] QRect known(const Block& block) const;
    void paintGaps(QPainter& painter, const QRect& band) const;
    void paintNow(QPainter& painter, const QRect& band) const;
    void paintSegment(QPainter& painter, const Block& block) const;
    void paintWords(QPainter& painter, const Block& block, int roomLeft) const;

    const theme::Tokens* m_tokens;
    ChartColumns m_columns;
    std::vector<ModeSegment> m_modes;
    std::vector<Gap> m_gaps;
    /// Absent: not known.
    std::optional<Mode> m_now;
    TimeAxis m_axis;
};

} // namespace rungwatch::charts
