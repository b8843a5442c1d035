// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/live_session.h"

#include "rungwatch/fleet/apply.h"

namespace rungwatch {

LiveSession::LiveSession(const Clock& clock, FrameBox& frames, QString operatorName, Submit submit, Note note)
    : m_clock(clock)
    , m_frames(frames)
    , m_operatorName(std::move(operatorName))
    , m_submit(std::move(submit))
    , m_note(std::move(note))
    , m_snapshot(std::make_shared<const fleet::Snapshot>(fleet::Snapshot{{}, 0, clock.now(), false}))
{
}

void LiveSession::takeNote(const QString& text)
{
    const auto line = text.simplified().left(longestNote);
    if (m_note && !line.isEmpty())
        m_note({m_operatorName.toStdString(), line.toStdString()});
}

void LiveSession::begin(const fleet::FleetState& resumed)
{
    m_state = resumed;
    auto shown = resumed;
    shown.canary.reset(); // another session's clock
    m_snapshot =
        std::make_shared<const fleet::Snapshot>(fleet::Snapshot{std::move(shown), resumed.seq, m_clock.now(), false});
}

void LiveSession::takeFrame()
{
    auto frame = m_frames.take();
    if (!frame.snapshot)
        return;
    for (const auto& event : frame.events) {
        fleet::apply(m_state, event);
        m_history.add(event, m_state);
    }
    m_snapshot = std::move(frame.snapshot);
    Q_EMIT advanced(frame.events);
}

} // namespace rungwatch
