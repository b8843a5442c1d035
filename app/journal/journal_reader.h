// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/block.h"
#include "app/journal/connection.h"
#include "app/journal/operator_chain.h"
#include "rungwatch/fleet/state.h"

#include <functional>
#include <memory>

namespace rungwatch::journal {

struct Keyframe {
    std::uint64_t seq{0};
    std::uint64_t stateHash{0};
    std::string state;
};

/// What to note outside of the journal, so that nobody can write the chain anew unseen.
struct ChainHead {
    /// chainStart() where nobody acted yet.
    QByteArray hash;
    /// Of the newest record, and when it was; 0 and empty for none.
    std::uint64_t seq{0};
    std::string at;
    std::uint64_t records{0};
};

/// A journal on disk, read-only; also one that a console writes to at this moment, or that a killed one left. Belongs
/// to the thread that opened it. Errors say in one sentence what is wrong, with the file as their place:
/// "not-a-journal", "newer-version", "older-version", "damaged", "database".
class JournalReader {
public:
    [[nodiscard]] static Result<JournalReader> open(const QString& file);

    /// 0 and 0 in a journal without events.
    [[nodiscard]] std::uint64_t firstSeq() const { return m_firstSeq; }
    [[nodiscard]] std::uint64_t lastSeq() const { return m_lastSeq; }
    [[nodiscard]] std::optional<WallTime> firstWall() const { return m_firstWall; }
    [[nodiscard]] std::optional<WallTime> lastWall() const { return m_lastWall; }

    /// The version (versions.h) of its oldest events; codecVersion where there is none.
    [[nodiscard]] int oldestVersion() const { return m_oldestVersion; }

    /// Every event from `seq` on, in order, until `visit` gives false. Checks checksums and that no event is missing.
    [[nodiscard]] std::optional<Error> forEach(
        std::uint64_t fromSeq, const std::function<bool(const fleet::Event&)>& visit);

    /// The newest keyframe whose event is `seq` or an earlier one.
    [[nodiscard]] Result<std::optional<Keyframe>> keyframeUpTo(std::uint64_t seq);
    /// The newest keyframe taken at `wall` or before.
    [[nodiscard]] Result<std::optional<Keyframe>> keyframeUpTo(WallTime wall);
    /// The state hash of every keyframe, by seq.
    [[nodiscard]] Result<std::map<std::uint64_t, std::uint64_t>> keyframeHashes();

    /// The state after the last event: the newest keyframe and what follows it.
    [[nodiscard]] Result<fleet::FleetState> endState();

    /// The operator chain's end.
    [[nodiscard]] Result<ChainHead> chainHead();
    /// Whether the chain is whole and says, row by row, what the events say; error "chain" names the first that does
    /// not.
    [[nodiscard]] std::optional<Error> checkChain(const OperatorRows& expected);

private:
    JournalReader() = default;

    [[nodiscard]] std::optional<Error> readRange();
    [[nodiscard]] Result<std::optional<Keyframe>> keyframe(const QString& condition, qint64 bound);
    [[nodiscard]] Error placed(Error error) const;
    [[nodiscard]] Error queryFailed(const QSqlQuery& query) const;

    std::unique_ptr<Connection> m_connection;
    QString m_file;
    std::uint64_t m_firstSeq{0};
    std::uint64_t m_lastSeq{0};
    std::optional<WallTime> m_firstWall;
    std::optional<WallTime> m_lastWall;
    int m_oldestVersion{codecVersion};
};

} // namespace rungwatch::journal
