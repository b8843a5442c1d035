// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_writer.h"

#include <functional>

namespace rungwatch::exchange {

/// Makes a journal of events that are all known, in the calling thread: written beside its place and moved there once
/// it is whole, so that it is there whole or not at all. The same events give the same journal.
class JournalMaker {
public:
    enum class Made { New, ThereAlready };

    /// `start`: what it begins with, where its first event is not number 1.
    JournalMaker(
        const QString& file, const std::string& program, std::optional<journal::JournalStart> start = std::nullopt);
    ~JournalMaker();
    JournalMaker(const JournalMaker&) = delete;
    JournalMaker& operator=(const JournalMaker&) = delete;

    /// "missing-folder", "not-writable".
    [[nodiscard]] std::optional<Error> open();
    /// `after` is the state after the last of `events`, which follow each other.
    void add(const std::vector<fleet::Event>& events, const fleet::FleetState& after);
    /// What is put into the whole file before it moves to its place; an error ends it.
    using Last = std::function<std::optional<Error>(const QString& file)>;
    /// A journal that stands there with the same events stays as it is; anything else there is the error "in-the-way".
    [[nodiscard]] Result<Made> finish(const Last& last = {});

private:
    void hand();
    [[nodiscard]] bool isThereAlready() const;
    void removeParts() const;

    const QString m_file;
    const QString m_part;
    std::unique_ptr<journal::JournalWriter> m_writer;
    std::vector<fleet::Event> m_waiting;
    fleet::FleetState m_after;
    quint64 m_committed{0};
    QString m_trouble;
};

} // namespace rungwatch::exchange
