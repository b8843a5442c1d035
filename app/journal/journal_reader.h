// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/block.h"
#include "app/journal/keyframe.h"
#include "app/journal/operator_chain.h"
#include "app/journal/retention.h"

#include <functional>
#include <memory>
#include <vector>

namespace rungwatch::journal {

/// What to note outside of the journal, so that nobody can write the chain anew unseen.
struct ChainHead {
    /// chainStart() where nobody acted yet.
    QByteArray hash;
    /// Of the newest record, and when it was; 0 and empty for none.
    std::uint64_t seq{0};
    std::string at;
    std::uint64_t records{0};
};

/// Where a keyframe stands.
struct KeyframePlace {
    std::uint64_t seq{0};
    WallTime wall;
};

/// A transition or an operator's deed as it stands in its readable table. Words as they were written.
struct RecordedRow {
    std::uint64_t seq{0};
    WallTime at;
    std::string kind;
    std::string subject;
    std::string from;
    std::string to;
    /// A transition's cause, an operator's reason.
    std::string why;
    std::string who;
};

/// What a replay can step by: what changed, or what a person did.
enum class Landmark { Transition, OperatorAction };

/// A journal on disk, read-only; also one that a console writes to at this moment, or that a killed one left. Belongs
/// to the thread that opened it. Errors say in one sentence what is wrong, with the file as their place:
/// "not-a-journal", "newer-version", "older-version", "damaged", "database".
class JournalReader {
public:
    [[nodiscard]] static Result<JournalReader> open(const QString& file);

    /// From here on all is read as the journal stood at this moment, whatever a console writes to it. For one look: as
    /// long as it lasts, the writer's log can't be used again from its start.
    [[nodiscard]] std::optional<Error> freeze();

    /// 0 and 0 in a journal without events. The first is not 1 where older events were cut off.
    [[nodiscard]] std::uint64_t firstSeq() const { return m_firstSeq; }
    [[nodiscard]] std::uint64_t lastSeq() const { return m_lastSeq; }
    [[nodiscard]] std::optional<WallTime> firstWall() const { return m_firstWall; }
    [[nodiscard]] std::optional<WallTime> lastWall() const { return m_lastWall; }

    /// The version (versions.h) of its oldest events; codecVersion where there is none.
    [[nodiscard]] int oldestVersion() const { return m_oldestVersion; }
    /// Looks again how far the journal goes: another console may be writing it.
    [[nodiscard]] std::optional<Error> refresh();

    /// The state before the first event: an empty one, or that of the keyframe at which the journal was cut.
    [[nodiscard]] Result<fleet::FleetState> startState();

    /// Every event from `seq` on, in order, until `visit` gives false; those that were cut off are left out. Checks
    /// checksums and that no event is missing: what comes before an error was read well.
    [[nodiscard]] std::optional<Error> forEach(
        std::uint64_t fromSeq, const std::function<bool(const fleet::Event&)>& visit);

    /// The events of the block that holds `seq`, all of them; empty where no block does (yet).
    [[nodiscard]] Result<std::vector<fleet::Event>> blockWith(std::uint64_t seq);

    /// Every keyframe after the one at `seq`, in order.
    [[nodiscard]] Result<std::vector<KeyframePlace>> keyframesAfter(std::uint64_t seq);
    /// The keyframe at exactly that event.
    [[nodiscard]] Result<std::optional<Keyframe>> keyframeAt(std::uint64_t seq);
    /// The newest keyframe whose event is `seq` or an earlier one.
    [[nodiscard]] Result<std::optional<Keyframe>> keyframeUpTo(std::uint64_t seq);
    /// The newest keyframe taken at `wall` or before.
    [[nodiscard]] Result<std::optional<Keyframe>> keyframeUpTo(WallTime wall);
    /// The state hash of every keyframe, by seq.
    [[nodiscard]] Result<std::map<std::uint64_t, std::uint64_t>> keyframeHashes();

    /// The readable rows after the event `seq`, in order: transitions, and what operators did.
    [[nodiscard]] Result<std::vector<RecordedRow>> transitionsAfter(std::uint64_t seq);
    [[nodiscard]] Result<std::vector<RecordedRow>> operatorRowsAfter(std::uint64_t seq);
    /// The next landmark after the event `seq`, or the last before it; nothing where there is none.
    [[nodiscard]] Result<std::optional<std::uint64_t>> landmarkAfter(Landmark landmark, std::uint64_t seq);
    [[nodiscard]] Result<std::optional<std::uint64_t>> landmarkBefore(Landmark landmark, std::uint64_t seq);

    /// The state after the last event: the newest keyframe and what follows it.
    [[nodiscard]] Result<fleet::FleetState> endState();

    /// The operator chain's end.
    [[nodiscard]] Result<ChainHead> chainHead();
    /// Whether the chain is whole and says, row by row, what the events say; error "chain" names the first that does
    /// not.
    [[nodiscard]] std::optional<Error> checkChain(const OperatorRows& expected);
    /// Whether the readable transitions are those that the events say; "damaged" names the first that is not.
    [[nodiscard]] std::optional<Error> checkTransitions(const TransitionRows& expected);

private:
    JournalReader() = default;

    [[nodiscard]] std::optional<Error> readTables();
    [[nodiscard]] std::optional<Error> readRange();
    [[nodiscard]] Result<std::optional<Keyframe>> keyframe(const QString& condition, qint64 bound);
    [[nodiscard]] Result<std::vector<RecordedRow>> rows(const QString& statement, std::uint64_t after);
    [[nodiscard]] Result<std::optional<std::uint64_t>> landmark(const QString& statement, std::uint64_t seq);
    [[nodiscard]] Error placed(Error error) const;
    [[nodiscard]] Error queryFailed(const QSqlQuery& query) const;

    std::unique_ptr<Connection> m_connection;
    QString m_file;
    std::uint64_t m_firstSeq{0};
    std::uint64_t m_lastSeq{0};
    std::optional<WallTime> m_firstWall;
    std::optional<WallTime> m_lastWall;
    int m_oldestVersion{codecVersion};
    Cut m_cut;
    /// Where the last keyframe stands behind the last event: those events are gone.
    std::optional<Error> m_endIsMissing;
};

} // namespace rungwatch::journal
