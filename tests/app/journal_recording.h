// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_writer.h"
#include "rungwatch/fleet/decide.h"

#include <QTemporaryDir>

/// \file
/// What tests of the journal share: a console's decisions without a console, written by the real writer and read by the
/// real reader.

namespace rungwatch::testing {

/// Inputs on a clock that the test moves.
class Recording {
public:
    Recording();
    /// Goes on from there, as a second session does.
    explicit Recording(fleet::FleetState resumed);

    struct Step {
        std::vector<fleet::Event> events;
        fleet::FleetState after;
    };
    using Steps = std::vector<Step>;

    Step start();
    /// A round in which the store answers `message`, or refuses where there is none. A second passes before it.
    Step round(const std::optional<std::string>& message);
    Step command(const std::string& reason);
    Step input(fleet::EventBody body);
    void pass(Duration time) { m_clock.advance(time); }

    /// A session of so many rounds, every seventh a refusal, with an operator's command at the end.
    static Steps some(int rounds);

private:
    fleet::Policy m_policy;
    ManualClock m_clock;
    fleet::FleetState m_state;
};

/// The bytes of every event of the steps, in order.
[[nodiscard]] std::vector<std::string> encodedEvents(const Recording::Steps& steps);

/// Opens, takes `steps`, closes: a console's life on this thread.
void record(const QString& file, const Recording::Steps& steps, journal::JournalWriter::Options options = {});

/// All that can be read of a journal from its first event on; none where that ends with an error.
[[nodiscard]] std::vector<fleet::Event> eventsIn(const QString& file);
/// So many events can be read before there is an error, or all.
[[nodiscard]] std::uint64_t readableIn(const QString& file);

/// What reading the whole journal, its chain with it, ends with; an empty code for no error. "unplaced" where an error
/// does not name the file.
[[nodiscard]] Error errorIn(const QString& file);
[[nodiscard]] QByteArray codeOf(const QString& file);

/// Changes a closed journal behind its back; fails the test where that can't be done.
void execute(const QString& file, const QString& statement);
/// The first column of the first row; invalid where there is none.
[[nodiscard]] QVariant valueIn(const QString& file, const QString& query);

/// A folder that is gone with the test.
class JournalFolder {
public:
    [[nodiscard]] QString file(const char* name = "j.journal") const
    {
        return m_dir.filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] QString path() const { return m_dir.path(); }

private:
    QTemporaryDir m_dir;
};

} // namespace rungwatch::testing
