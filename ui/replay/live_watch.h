// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/event_text.h"
#include "ui/session.h"

namespace rungwatch {

/// What happens now, while somebody looks at what was. An alarm is raised when the fleet's level gets worse or a
/// feature falls off its first rung; it stands until somebody has seen it, also where all is well again. Lives on the
/// GUI thread.
class LiveWatch : public QObject {
    Q_OBJECT

public:
    /// `live` outlives it.
    explicit LiveWatch(Session& live, QObject* parent = nullptr);

    [[nodiscard]] Session& live() const { return m_live; }
    /// The newest alarm that nobody has seen yet.
    [[nodiscard]] const std::optional<format::EventLine>& alarm() const { return m_alarm; }
    /// How many there are.
    [[nodiscard]] std::size_t unseen() const { return m_unseen; }
    void acknowledge();

Q_SIGNALS:
    /// The live session moved on, or an alarm was seen.
    void changed();
    void alarmed();

private:
    void look(const std::vector<fleet::Event>& events);

    Session& m_live;
    format::CommandNames m_names;
    std::optional<format::EventLine> m_alarm;
    std::size_t m_unseen{0};
};

/// By the rule of alarm_rule.h.
[[nodiscard]] bool isAlarm(const fleet::Event& event);

} // namespace rungwatch
