// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/incident_keep.h"
#include "app/session/frame_box.h"
#include "rungwatch/fleet/incidents.h"
#include "ui/session.h"

#include <functional>

namespace rungwatch {

/// A live fleet as a window sees it. Lives on the GUI thread; the engine's frames come through a FrameBox.
class LiveSession final : public Session {
    Q_OBJECT

public:
    using Submit = std::function<void(const fleet::Command&)>;
    /// What a person said, on its way to the journal.
    using Record = std::function<void(const fleet::EventBody&)>;

    LiveSession(const Clock& clock, FrameBox& frames, QString operatorName, Submit submit, Record record = {});

    [[nodiscard]] fleet::SnapshotPtr snapshot() const override { return m_snapshot; }
    [[nodiscard]] const fleet::History& history() const override { return m_history; }
    [[nodiscard]] Moment now() const override { return m_clock.now(); }
    [[nodiscard]] QString operatorName() const override { return m_operatorName; }
    void submit(const fleet::Command& command) override { m_submit(command); }
    [[nodiscard]] bool hasCanary() const override { return true; }
    void reportTrust(const fleet::DisplayTrustChanged& change) override { Q_EMIT trustChanged(change); }
    void takeNote(const QString& text) override;
    [[nodiscard]] const fleet::Incident* incident() const override;
    [[nodiscard]] QString declareIncident(const QString& title, WallTime since) override;
    [[nodiscard]] QString endIncident() override;

    /// What the journal ended with when this session began; before the first frame.
    void begin(const fleet::FleetState& resumed);

Q_SIGNALS:
    /// A window found that it does, or does not, show what happens now.
    void trustChanged(const rungwatch::fleet::DisplayTrustChanged& change);
    /// An incident began, was named or is over: what is to be kept of the journal, whatever its limits.
    void incidentMoved(const rungwatch::journal::IncidentKeep& keep);

public Q_SLOTS:
    /// What an earlier session left open. Before the first frame.
    void resumeIncident(const rungwatch::fleet::Incident& open);
    /// A frame lies in the box.
    void takeFrame();

private:
    void keepIncidents();

    const Clock& m_clock;
    FrameBox& m_frames;
    const QString m_operatorName;
    const Submit m_submit;
    const Record m_record;
    fleet::SnapshotPtr m_snapshot;
    /// Moves event by event, since the history wants the state after each; ends where the snapshot is.
    fleet::FleetState m_state;
    fleet::History m_history;
    fleet::IncidentFinder m_incidents;
    /// What was last said to be kept, and of which incident.
    journal::IncidentKeep m_kept;
    std::size_t m_keptIndex{0};
    /// A declaration or an end is on its way: until it comes back as an event, no second one goes out.
    bool m_incidentAsked{false};
};

} // namespace rungwatch
