// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/what_if_controls.h"
#include "ui/replay/what_if_lanes.h"

class QLabel;
class QScrollArea;

namespace rungwatch {

/// What another policy would have made of the recording: controls, then both lanes. It asks its source for every
/// change and shows the newest answer; until that comes it says so. Nothing of it reaches a service.
class WhatIfPanel : public QWidget {
    Q_OBJECT

public:
    /// `source` outlives the panel.
    explicit WhatIfPanel(WhatIfSource& source, QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// The whole recording, on the strip's columns.
    void setRange(const charts::TimeRange& range);
    void setPlayhead(WallTime at) { m_lanes->setPlayhead(at); }
    void setStretch(const charts::TimeRange& stretch) { m_controls->setStretch(stretch); }
    /// Shows it; asks with what the controls say, where nothing was asked yet. Tab goes to the first control.
    void open();
    void setChanges(const QStringList& changes);

    [[nodiscard]] WhatIfControls& controls() { return *m_controls; }
    [[nodiscard]] WhatIfLanes& lanes() { return *m_lanes; }
    /// What is said of the answer: what differs, what is being decided, what can't be.
    [[nodiscard]] QString said() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void ask();
    void showResult();
    void say(const QString& words);

    WhatIfSource& m_source;
    const theme::Tokens* m_tokens;
    QLabel* m_title;
    QLabel* m_said;
    WhatIfControls* m_controls;
    QScrollArea* m_scroll;
    WhatIfLanes* m_lanes;
    charts::TimeRange m_range;
    bool m_asked{false};
};

} // namespace rungwatch
