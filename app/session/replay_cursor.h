// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_reader.h"

#include <list>

namespace rungwatch {

/// A playhead over a journal: the state at a moment of the recording, and the way from there to any other. Synchronous;
/// belongs to the thread that opened it. Its time is the recording's: steady time within a session, so that a clock
/// that was set moves the calendar and not the pace; wall time between two sessions.
class ReplayCursor {
public:
    /// Stands at the first event. Errors as JournalReader's; "empty" where there is no event.
    [[nodiscard]] static Result<ReplayCursor> open(const QString& file);

    [[nodiscard]] const fleet::FleetState& state() const { return m_state; }
    /// The moment that is shown: the last event's and what has passed since.
    [[nodiscard]] Moment now() const;
    [[nodiscard]] bool atEnd() const { return m_state.seq >= m_reader.lastSeq(); }
    [[nodiscard]] std::uint64_t lastSeq() const { return m_reader.lastSeq(); }
    [[nodiscard]] WallTime firstWall() const { return m_reader.firstWall().value_or(WallTime{}); }
    [[nodiscard]] WallTime lastWall() const { return m_reader.lastWall().value_or(WallTime{}); }

    /// Looks again how far the journal goes.
    [[nodiscard]] std::optional<Error> refresh();

    /// To a moment: the newest keyframe at or before it, then event by event up to the first that is later. Before the
    /// first event and after the last it stops at those.
    [[nodiscard]] std::optional<Error> seek(WallTime at);
    /// To the end of the decision that the event `seq` belongs to: an input and its facts are never shown apart.
    [[nodiscard]] std::optional<Error> seekEvent(std::uint64_t seq);
    /// To the next landmark or back to the one before; true where there was one.
    [[nodiscard]] Result<bool> step(journal::Landmark landmark, bool forward);

    /// Lets `by` of recorded time pass. `visit` sees every event, after it was applied, in order; where it gives false
    /// the cursor stops there. Gives what has passed: less than `by` at the end, or where it was stopped.
    [[nodiscard]] Result<Duration> advance(Duration by, const std::function<bool(const fleet::Event&)>& visit);

    /// The newest events up to here that a person reads, at most `most`, from the last blocks.
    [[nodiscard]] Result<std::vector<fleet::Event>> recentLog(std::size_t most);

private:
    using Events = std::shared_ptr<const std::vector<fleet::Event>>;

    explicit ReplayCursor(journal::JournalReader reader);

    /// The block that holds the event, from those read last or from disk; null behind the end.
    [[nodiscard]] Result<Events> blockWith(std::uint64_t seq);
    /// The event; null behind the end. Valid until the next call.
    [[nodiscard]] Result<const fleet::Event*> event(std::uint64_t seq);
    [[nodiscard]] Duration gapTo(const fleet::Event& next) const;
    [[nodiscard]] std::optional<Error> rewindTo(std::uint64_t keyframe);
    /// Applies what follows while `wanted` says so.
    [[nodiscard]] std::optional<Error> applyWhile(const std::function<bool(const fleet::Event&)>& wanted);
    [[nodiscard]] std::optional<Error> finishDecision();
    [[nodiscard]] Result<std::uint64_t> decisionStart();

    journal::JournalReader m_reader;
    std::vector<journal::KeyframePlace> m_keyframes;
    /// The state at the keyframe that was read last: steps within its stretch begin there.
    fleet::FleetState m_keyframe;
    fleet::FleetState m_state;
    /// Since the last event that was applied.
    Duration m_into{0};
    /// Read last first.
    std::list<Events> m_blocks;
    Events m_current;
};

} // namespace rungwatch
