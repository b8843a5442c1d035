// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_axis.h"
#include "ui/replay/what_if_source.h"
#include "ui/theme/tokens.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace rungwatch {

/// What is changed of a recording. Every control says "as recorded" until it is set; together they are the changes
/// that `rungwatch whatif --set` takes.
class WhatIfControls : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfControls(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// Features, rungs and capacities to choose from.
    void setChoices(const WhatIfResult& result, const std::vector<WhatIfExample>& examples);
    /// The stretch marked on the timeline: what a kill lasts.
    void setStretch(const charts::TimeRange& stretch);

    [[nodiscard]] QStringList changes() const;
    /// Puts the controls so that they say these changes; what none of them says stands in the field of other changes.
    void setChanges(const QStringList& changes);
    void reset() { setChanges({}); }

    [[nodiscard]] static int heightOf() { return 70; }

Q_SIGNALS:
    void changed();

private:
    /// Says one change; whether a control could.
    [[nodiscard]] bool take(const QString& key, const QString& value, const QString& change);
    void add(QHBoxLayout* row, const QString& label, QWidget* control, int width);
    void fill(const QStringList& changes);
    void showExample();
    void say();

    QSpinBox* m_hold;
    QDoubleSpinBox* m_maxError;
    QDoubleSpinBox* m_maxP95;
    QComboBox* m_latency;
    QDoubleSpinBox* m_cooldown;
    QSpinBox* m_failures;
    QComboBox* m_example;
    QComboBox* m_kill;
    QComboBox* m_rung;
    QComboBox* m_capacity;
    QSpinBox* m_limit;
    QLineEdit* m_others;
    QPushButton* m_reset;
    QString m_stretch;
    bool m_filling{false};
};

} // namespace rungwatch
