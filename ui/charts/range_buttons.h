// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"
#include "ui/theme/tokens.h"

#include <QWidget>

class QAbstractButton;

namespace rungwatch::charts {

/// How much time the charts show: 10 min, 30 min, 1 h or 8 h of the service's own clock. One is always chosen; the
/// arrow keys move between them.
class RangeButtons : public QWidget {
    Q_OBJECT

public:
    explicit RangeButtons(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    [[nodiscard]] Duration range() const { return m_range; }
    /// One of the four; others are ignored.
    void setRange(Duration range);

Q_SIGNALS:
    void rangeChosen(rungwatch::Duration range);

private:
    const theme::Tokens* m_tokens;
    std::vector<std::pair<Duration, QAbstractButton*>> m_buttons;
    Duration m_range;
};

} // namespace rungwatch::charts
