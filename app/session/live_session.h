// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/frame_box.h"
#include "ui/session.h"

#include <functional>

namespace rungwatch {

/// A live fleet as a window sees it. Lives on the GUI thread; the engine's frames come through a FrameBox.
class LiveSession final : public Session {
    Q_OBJECT

public:
    using Submit = std::function<void(const fleet::Command&)>;
    using Note = std::function<void(const fleet::NoteTaken&)>;

    LiveSession(const Clock& clock, FrameBox& frames, QString operatorName, Submit submit, Note note = {});

    [[nodiscard]] fleet::SnapshotPtr snapshot() const override { return m_snapshot; }
    [[nodiscard]] const fleet::History& history() const override { return m_history; }
    [[nodiscard]] Moment now() const override { return m_clock.now(); }
    [[nodiscard]] QString operatorName() const override { return m_operatorName; }
    void submit(const fleet::Command& command) override { m_submit(command); }
    [[nodiscard]] bool hasCanary() const override { return true; }
    void reportTrust(const fleet::DisplayTrustChanged& change) override { Q_EMIT trustChanged(change); }
    void takeNote(const QString& text) override;

    /// What the journal ended with when this session began; before the first frame.
    void begin(const fleet::FleetState& resumed);

Q_SIGNALS:
    /// A window found that it does, or does not, show what happens now.
    void trustChanged(const rungwatch::fleet::DisplayTrustChanged& change);

public Q_SLOTS:
    /// A frame lies in the box.
    void takeFrame();

private:
    const Clock& m_clock;
    FrameBox& m_frames;
    const QString m_operatorName;
    const Submit m_submit;
    const Note m_note;
    fleet::SnapshotPtr m_snapshot;
    /// Moves event by event, since the history wants the state after each; ends where the snapshot is.
    fleet::FleetState m_state;
    fleet::History m_history;
};

} // namespace rungwatch
