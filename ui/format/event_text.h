// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"
#include "ui/models/mark.h"

#include <QHash>

namespace rungwatch::format {

/// One line of the event list. All text is plain, also what a service sent.
struct EventLine {
    quint64 seq{0};
    WallTime at;
    Mark mark;
    QString subject;
    QString text;
    /// The event's kind: "mode_changed". For filters.
    QString kind;
};

/// Commands that later events speak of by their id alone. Made while events pass by, in their order.
class CommandNames {
public:
    void see(const fleet::Event& event);
    /// "kill of recommendations"; empty for an id that was never seen.
    [[nodiscard]] QString of(const std::string& id) const;
    [[nodiscard]] QString by(const std::string& id) const;
    [[nodiscard]] bool isKill(const std::string& id) const;

private:
    struct Named {
        QString what;
        QString by;
        bool isKill{false};
    };
    QHash<QString, Named> m_names;
};

/// The event in words; nothing for what no person reads (ticks, poll rounds, intervals, which the charts show).
[[nodiscard]] std::optional<EventLine> eventLine(const fleet::Event& event, const CommandNames& commands);

} // namespace rungwatch::format
