// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/fleet/incident.h"
#include "ui/theme/tokens.h"

#include <QWidget>

class QLineEdit;

namespace rungwatch {

/// One line over the window's foot, to say that an incident is on: its title, and when it began: "now", "14:05" (UTC,
/// within the last day), or, with the arrow keys, when the fleet left HEALTHY. While one is declared, to end it. Enter
/// says it, Escape leaves.
class IncidentField : public QWidget {
    Q_OBJECT

public:
    explicit IncidentField(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// Shows itself with the focus. `incident`: the one that goes on, null: none. `now`: where "now" and a time of day
    /// are counted from.
    void open(const fleet::Incident* incident, const Moment& now, HealthLevel level);
    [[nodiscard]] QLineEdit& titleField() { return *m_title; }
    [[nodiscard]] QLineEdit& beganField() { return *m_began; }
    /// What stands beside the fields, or in their place.
    [[nodiscard]] const QString& words() const { return m_words; }

Q_SIGNALS:
    void declared(const QString& title, rungwatch::WallTime since);
    void ended();
    /// Left, with or without a word: the keys are the window's again.
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void take();
    void leave();
    void say(const QString& words);
    /// What "began" means; nothing for what is no time.
    [[nodiscard]] std::optional<WallTime> began() const;
    void turnBegan();

    const theme::Tokens* m_tokens;
    QLineEdit* m_title;
    QLineEdit* m_began;
    QString m_words;
    bool m_ends{false};
    WallTime m_now;
    std::optional<WallTime> m_leftHealthy;
};

} // namespace rungwatch
