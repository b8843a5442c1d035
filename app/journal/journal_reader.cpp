// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"

#include "app/journal/block_table.h"
#include "app/journal/schema.h"
#include "rungwatch/fleet/apply.h"

#include <QFileInfo>
#include <QSqlError>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

WallTime wallOf(const QVariant& nanoseconds)
{
    return WallTime{Duration{nanoseconds.toLongLong()}};
}

Error damaged(std::string message)
{
    return Error{"damaged", std::move(message), {}};
}

} // namespace

Result<JournalReader> JournalReader::open(const QString& file)
{
    JournalReader reader;
    reader.m_file = file;
    if (!QFileInfo(file).isFile())
        return reader.placed(Error{"missing", "there is no such file", {}});
    reader.m_connection = std::make_unique<Connection>();
    if (const auto error = reader.m_connection->open(file, Connection::Access::ReadOnly))
        return reader.placed(*error);
    if (const auto error = reader.readTables())
        return reader.placed(*error);
    return reader;
}

std::optional<Error> JournalReader::readTables()
{
    const auto version = readSchema(*m_connection);
    if (!version)
        return version.error();
    m_cut = {0, chainStart()};
    if (*version > 1) {
        auto cut = lastCut(*m_connection);
        if (!cut)
            return cut.error();
        m_cut = *cut;
    }
    return readRange();
}

std::optional<Error> JournalReader::refresh()
{
    if (const auto error = readTables())
        return placed(*error);
    return std::nullopt;
}

std::optional<Error> JournalReader::freeze()
{
    // The moment is that of the first look into the file.
    if (const auto error = m_connection->run(u"BEGIN"_s))
        return placed(*error);
    if (const auto error = readTables())
        return placed(*error);
    return std::nullopt;
}

std::optional<Error> JournalReader::readRange()
{
    // By the primary key: minima and maxima of the other columns would read the whole table.
    auto query = m_connection->query();
    const auto end = u"SELECT %1, codec FROM blocks ORDER BY first_seq %2 LIMIT 1"_s;
    if (!query.exec(end.arg(u"first_seq, first_wall_ns"_s, u"ASC"_s)))
        return queryFailed(query);
    if (query.next()) {
        m_firstSeq = query.value(0).toULongLong();
        m_firstWall = wallOf(query.value(1));
        m_oldestVersion = query.value(2).toInt();
    }
    if (!query.exec(end.arg(u"last_seq, last_wall_ns"_s, u"DESC"_s)))
        return queryFailed(query);
    if (query.next()) {
        m_lastSeq = query.value(0).toULongLong();
        m_lastWall = wallOf(query.value(1));
    }
    if (!query.exec(u"SELECT max(seq) FROM keyframes"_s) || !query.next())
        return queryFailed(query);
    const auto lastKeyframe = query.value(0).toULongLong();
    m_endIsMissing.reset();
    if (lastKeyframe > std::max(m_lastSeq, m_cut.seq))
        m_endIsMissing = placed(damaged("the events end at " + std::to_string(m_lastSeq)
            + ", but a keyframe was taken after " + std::to_string(lastKeyframe)));
    return std::nullopt;
}

Result<fleet::FleetState> JournalReader::startState()
{
    if (m_cut.seq == 0)
        return fleet::FleetState();
    const auto start = keyframe(u"seq = ?"_s, static_cast<qint64>(m_cut.seq));
    if (!start)
        return start.error();
    if (!*start)
        return placed(damaged(
            "the keyframe after event " + std::to_string(m_cut.seq) + ", which the journal begins with, is missing"));
    auto state = fleet::fromSerialised((*start)->state);
    if (!state)
        return placed(state.error());
    return state;
}

std::optional<Error> JournalReader::forEach(
    std::uint64_t fromSeq, const std::function<bool(const fleet::Event&)>& visit)
{
    auto query = m_connection->query();
    query.prepare(u"SELECT %1 FROM blocks WHERE first_seq >= coalesce((SELECT max(first_seq) FROM blocks "
                  u"WHERE first_seq <= ?), 0) AND last_seq >= ? ORDER BY first_seq"_s.arg(blockColumns()));
    if (!bindAndRun(query, {static_cast<qint64>(fromSeq), static_cast<qint64>(fromSeq)}))
        return queryFailed(query);
    auto expected = std::max(fromSeq, m_cut.seq + 1);
    while (query.next()) {
        const auto block = blockOf(query);
        if (block.firstSeq <= m_cut.seq)
            return placed(damaged("event " + std::to_string(block.firstSeq) + " stands there, but everything up to "
                + std::to_string(m_cut.seq) + " was cut off"));
        if (block.firstSeq > expected)
            return placed(damaged("event " + std::to_string(expected) + " is missing: the next block begins at "
                + std::to_string(block.firstSeq)));
        const auto events = unpacked(block);
        if (!events)
            return placed(events.error());
        for (const auto& event : *events)
            if (event.seq >= expected && !visit(event))
                return std::nullopt;
        expected = std::max(expected, block.lastSeq + 1);
    }
    if (query.lastError().isValid())
        return queryFailed(query);
    return m_endIsMissing;
}

Result<std::vector<fleet::Event>> JournalReader::blockWith(std::uint64_t seq)
{
    auto query = m_connection->query();
    query.prepare(u"SELECT %1 FROM blocks WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1"_s.arg(blockColumns()));
    if (!bindAndRun(query, {static_cast<qint64>(seq)}))
        return queryFailed(query);
    if (!query.next())
        return std::vector<fleet::Event>{};
    const auto block = blockOf(query);
    if (block.lastSeq < seq)
        return std::vector<fleet::Event>{};
    auto events = unpacked(block);
    if (!events)
        return placed(events.error());
    return events;
}

Result<std::optional<Keyframe>> JournalReader::keyframeAt(std::uint64_t seq)
{
    return keyframe(u"seq = ?"_s, static_cast<qint64>(seq));
}

Result<std::optional<Keyframe>> JournalReader::keyframeUpTo(std::uint64_t seq)
{
    return keyframe(u"seq <= ?"_s, static_cast<qint64>(seq));
}

Result<std::optional<Keyframe>> JournalReader::keyframeUpTo(WallTime wall)
{
    return keyframe(u"wall_ns <= ?"_s, wall.time_since_epoch().count());
}

Result<std::optional<Keyframe>> JournalReader::keyframe(const QString& condition, qint64 bound)
{
    auto found = readKeyframe(*m_connection, condition, bound);
    return found ? found : placed(found.error());
}

Result<std::map<std::uint64_t, std::uint64_t>> JournalReader::keyframeHashes()
{
    auto query = m_connection->query();
    if (!query.exec(u"SELECT seq, state_hash FROM keyframes ORDER BY seq"_s))
        return queryFailed(query);
    std::map<std::uint64_t, std::uint64_t> hashes;
    while (query.next())
        hashes[query.value(0).toULongLong()] = query.value(1).toString().toULongLong(nullptr, 16);
    return hashes;
}

Result<fleet::FleetState> JournalReader::endState()
{
    const auto newest = keyframeUpTo(m_lastSeq);
    if (!newest)
        return newest.error();
    auto state = *newest ? fleet::fromSerialised((*newest)->state) : startState();
    if (!state)
        return placed(state.error());
    if (const auto error = forEach(state.value().seq + 1, [&state](const fleet::Event& event) {
            fleet::apply(state.value(), event);
            return true;
        }))
        return *error;
    return state;
}

Result<ChainHead> JournalReader::chainHead()
{
    auto query = m_connection->query();
    if (!query.exec(u"SELECT hash, seq, at, (SELECT count(*) FROM operator_events) FROM operator_events "
                    u"ORDER BY seq DESC LIMIT 1"_s))
        return queryFailed(query);
    if (!query.next())
        return ChainHead{m_cut.chainHead, 0, {}, 0};
    return ChainHead{query.value(0).toString().toLatin1(), query.value(1).toULongLong(),
        query.value(2).toString().toStdString(), query.value(3).toULongLong()};
}

std::optional<Error> JournalReader::checkChain(const OperatorRows& expected)
{
    auto query = m_connection->query();
    if (!query.exec(u"SELECT seq, prev_hash, hash, kind, who, target, action, result, reason, json "
                    u"FROM operator_events ORDER BY seq"_s))
        return queryFailed(query);
    ChainCheck check(expected, m_cut.chainHead);
    const auto text = [&query](int column) { return query.value(column).toString().toStdString(); };
    while (query.next()) {
        const ChainRow row{query.value(0).toULongLong(),
            {text(3), text(4), text(5), text(6), text(7), text(8), text(9)}, query.value(1).toString().toLatin1(),
            query.value(2).toString().toLatin1()};
        if (const auto fault = check.add(row))
            return placed(*fault);
    }
    if (query.lastError().isValid())
        return queryFailed(query);
    if (const auto fault = check.finish())
        return placed(*fault);
    return std::nullopt;
}

std::optional<Error> JournalReader::checkTransitions(const TransitionRows& expected)
{
    auto query = m_connection->query();
    if (!query.exec(u"SELECT seq, kind, subject, from_state, to_state, cause FROM transitions ORDER BY seq"_s))
        return queryFailed(query);
    const auto text = [&query](int column) { return query.value(column).toString().toStdString(); };
    const auto wrong = [this](std::uint64_t seq) {
        return placed(damaged("the transition " + std::to_string(seq) + " is not in its table as the event says it"));
    };
    auto next = expected.begin();
    for (; query.next(); ++next) {
        const auto seq = query.value(0).toULongLong();
        if (next == expected.end() || seq < next->first)
            return wrong(seq);
        if (seq > next->first || TransitionRow{text(1), text(2), text(3), text(4), text(5)} != next->second)
            return wrong(next->first);
    }
    if (query.lastError().isValid())
        return queryFailed(query);
    return next == expected.end() ? std::nullopt : std::optional(wrong(next->first));
}

Error JournalReader::queryFailed(const QSqlQuery& query) const
{
    return placed(m_connection->failure(query.lastError()));
}

Error JournalReader::placed(Error error) const
{
    error.where = m_file.toStdString();
    return error;
}

} // namespace rungwatch::journal
