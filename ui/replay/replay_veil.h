// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// What makes a replay unmistakable: a striped frame around everything and a watermark through it. Told by pattern, not
/// by hue: every colour of the console means a state. It lies over the window and lets every click through.
class ReplayVeil : public QWidget {
    Q_OBJECT

public:
    static constexpr int frameWidth{6};

    explicit ReplayVeil(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// Where the watermark stands: over what is shown of the past, not over the timeline's words.
    void setWatermark(const QRect& box);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintFrame(QPainter& painter) const;
    void paintWatermark(QPainter& painter) const;

    const theme::Tokens* m_tokens;
    QRect m_watermark;
};

} // namespace rungwatch
