// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/history.h"
#include "rungwatch/fleet/incident.h"

#include <QObject>

namespace rungwatch {

/// What a window looks at: a live fleet, or a replay of one. Lives on the GUI thread.
class Session : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The newest frame; never null (an empty state before the first).
    [[nodiscard]] virtual fleet::SnapshotPtr snapshot() const = 0;
    /// Fed with the events of every frame up to snapshot(). A replay's may know more: what is drawn ends at now().
    [[nodiscard]] virtual const fleet::History& history() const = 0;
    /// The time to count ages and countdowns with: now in a live session, the playhead in a replay.
    [[nodiscard]] virtual Moment now() const = 0;
    /// Who operates, as it stands in every command.
    [[nodiscard]] virtual QString operatorName() const = 0;
    /// Hands a command to the engine; the answer comes as events in a later frame. Never blocks.
    virtual void submit(const fleet::Command& command) = 0;
    /// Whether snapshots carry a canary each second: then a window holds itself to it (CanaryWatch).
    [[nodiscard]] virtual bool hasCanary() const { return false; }
    /// Records what the window found about itself.
    virtual void reportTrust(const fleet::DisplayTrustChanged&) { }
    /// Keeps a person's remark as an event, in a later frame. One line of at most `longestNote` characters.
    virtual void takeNote(const QString&) { }
    static constexpr int longestNote{400};
    /// The incident that goes on now, found or declared (fleet/incident.h); null: none.
    [[nodiscard]] virtual const fleet::Incident* incident() const { return nullptr; }
    /// A person says that an incident is on, or that the declared one is over: an event in a later frame. `since` lies
    /// not in the future; the title is one line of at most `longestTitle` characters. Empty where it is on its way,
    /// else why not, in one line.
    [[nodiscard]] virtual QString declareIncident(const QString&, WallTime)
    {
        return QStringLiteral("nothing can be declared here");
    }
    [[nodiscard]] virtual QString endIncident() { return QStringLiteral("no incident is declared"); }
    static constexpr int longestTitle{80};
    /// A recording: it looks different, and nothing can be operated.
    [[nodiscard]] virtual bool isReplay() const { return false; }
    /// How a replay runs: "paused", "playing 60×"; empty for what is live.
    [[nodiscard]] virtual QString pace() const { return {}; }

Q_SIGNALS:
    /// At most one a frame (16 ms): history() and snapshot() moved on, no event was skipped.
    void advanced(const std::vector<fleet::Event>& events);
    /// A replay stands elsewhere: `log` is what a list of events shows now, in place of what it showed.
    void jumped(const std::vector<fleet::Event>& log);
    /// The journal can't be written, or another trouble of the console's own that an operator must know; empty: over.
    void troubled(const QString& sentence);
};

} // namespace rungwatch
