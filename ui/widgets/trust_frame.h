// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/canary_watch.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// Over the whole window while what it shows is not to be believed: everything below is hatched, and a band across it
/// says since when. The window takes the colour out of what is below. Nothing is covered while the display is trusted.
class TrustFrame : public QWidget {
    Q_OBJECT

public:
    explicit TrustFrame(QWidget* parent);

    void setTokens(const theme::Tokens& tokens);
    void setVerdict(const CanaryWatch::Verdict& verdict, WallTime now);
    /// The band, in a frame of that size.
    [[nodiscard]] static QRect bandIn(const QRect& frame);
    /// "DISPLAY NOT TRUSTED since 14:03:07 UTC".
    [[nodiscard]] const QString& title() const { return m_title; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::Tokens* m_tokens;
    QString m_title;
    QString m_detail;
};

} // namespace rungwatch
