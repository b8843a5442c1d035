// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_writer.h"
#include "rungwatch/fleet/apply.h"

#include <QCoreApplication>

namespace rungwatch::testing {

/// Events as a console would have written them, decision by decision, into a journal that stays open for more.
class JournalRecorder {
public:
    explicit JournalRecorder(const QString& file, std::uint64_t keyframeEvents = 500)
        : m_writer({.file = file, .program = "test", .keyframeEvents = keyframeEvents})
    {
        QObject::connect(&m_writer, &journal::JournalWriter::committed, [this](quint64 seq) { m_durable = seq; });
        m_writer.open();
    }

    /// Continues where it stands; `events` are all from the first on.
    void append(const std::vector<fleet::Event>& events)
    {
        while (m_written < events.size()) {
            std::vector<fleet::Event> decision;
            do {
                decision.push_back(events[m_written++]);
                fleet::apply(m_state, decision.back());
            } while (m_written < events.size() && events[m_written].causedBy != 0);
            m_writer.append(std::move(decision), m_state);
            // A little at a time, as it comes live: so it is committed, and keyframes are made, along the way.
            QCoreApplication::sendPostedEvents(&m_writer);
        }
    }
    /// Waits until all of it is on disk.
    void commit()
    {
        while (m_durable < m_written)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    void close()
    {
        m_writer.end(m_state);
        m_writer.close();
    }

private:
    journal::JournalWriter m_writer;
    fleet::FleetState m_state;
    std::size_t m_written{0};
    std::uint64_t m_durable{0};
};

} // namespace rungwatch::testing
