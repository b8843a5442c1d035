// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"

#include <mutex>

namespace rungwatch {

/// What the engine has for a window: the newest snapshot and every event since the last one that was taken.
struct Frame {
    fleet::SnapshotPtr snapshot;
    std::vector<fleet::Event> events;
};

/// Hands frames from the engine to the GUI thread. A window that is late gets one frame with all events instead of
/// many frames. Thread-safe.
class FrameBox {
public:
    /// Gives true where the box was empty: then somebody has to be told.
    bool put(Frame frame)
    {
        const std::lock_guard guard(m_mutex);
        const bool wasEmpty = !m_frame.snapshot;
        m_frame.snapshot = std::move(frame.snapshot);
        m_frame.events.insert(m_frame.events.end(), std::make_move_iterator(frame.events.begin()),
            std::make_move_iterator(frame.events.end()));
        return wasEmpty;
    }

    /// Without a snapshot where there is nothing new.
    [[nodiscard]] Frame take()
    {
        const std::lock_guard guard(m_mutex);
        return std::exchange(m_frame, {});
    }

private:
    std::mutex m_mutex;
    Frame m_frame;
};

} // namespace rungwatch
