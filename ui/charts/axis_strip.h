// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_axis.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch::charts {

/// The times of the shared axis, once for all charts above it.
class AxisStrip : public QWidget {
    Q_OBJECT

public:
    explicit AxisStrip(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setAxis(const TimeAxis& axis);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::Tokens* m_tokens;
    TimeAxis m_axis;
};

} // namespace rungwatch::charts
