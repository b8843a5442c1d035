// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"

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

Block blockOf(const QSqlQuery& row)
{
    Block block;
    block.firstSeq = row.value(0).toULongLong();
    block.lastSeq = row.value(1).toULongLong();
    block.firstWall = wallOf(row.value(2));
    block.lastWall = wallOf(row.value(3));
    block.codec = row.value(4).toInt();
    block.rawBytes = row.value(5).toULongLong();
    block.checksum = row.value(6).toUInt();
    block.body = row.value(7).toByteArray();
    return block;
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
    if (const auto error = checkSchema(*reader.m_connection))
        return reader.placed(*error);
    if (const auto error = reader.readRange())
        return reader.placed(*error);
    return reader;
}

std::optional<Error> JournalReader::readRange()
{
    auto query = m_connection->query();
    const auto range = u"SELECT min(first_seq), max(last_seq), min(first_wall_ns), max(last_wall_ns), "
                       u"(SELECT max(seq) FROM keyframes), "
                       u"(SELECT codec FROM blocks ORDER BY first_seq LIMIT 1) FROM blocks"_s;
    if (!query.exec(range) || !query.next())
        return queryFailed(query);
    m_firstSeq = query.value(0).toULongLong();
    m_lastSeq = query.value(1).toULongLong();
    if (m_lastSeq != 0) {
        m_firstWall = wallOf(query.value(2));
        m_lastWall = wallOf(query.value(3));
        m_oldestVersion = query.value(5).toInt();
    }
    const auto lastKeyframe = query.value(4).toULongLong();
    if (lastKeyframe > m_lastSeq)
        return damaged("the events end at " + std::to_string(m_lastSeq) + ", but a keyframe was taken after "
            + std::to_string(lastKeyframe));
    return std::nullopt;
}

std::optional<Error> JournalReader::forEach(
    std::uint64_t fromSeq, const std::function<bool(const fleet::Event&)>& visit)
{
    auto query = m_connection->query();
    query.prepare(u"SELECT first_seq, last_seq, first_wall_ns, last_wall_ns, codec, raw_bytes, checksum, body "
                  u"FROM blocks WHERE last_seq >= ? ORDER BY first_seq"_s);
    query.addBindValue(static_cast<qint64>(fromSeq));
    if (!query.exec())
        return queryFailed(query);
    std::optional<std::uint64_t> expected;
    while (query.next()) {
        const auto block = blockOf(query);
        if (expected && block.firstSeq != *expected)
            return placed(damaged("event " + std::to_string(*expected) + " is missing: the next block begins at "
                + std::to_string(block.firstSeq)));
        const auto events = unpacked(block);
        if (!events)
            return placed(events.error());
        for (const auto& event : *events)
            if (event.seq >= fromSeq && !visit(event))
                return std::nullopt;
        expected = block.lastSeq + 1;
    }
    if (query.lastError().isValid())
        return queryFailed(query);
    return std::nullopt;
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
    auto query = m_connection->query();
    query.prepare(u"SELECT seq, codec, state_hash, raw_bytes, checksum, state FROM keyframes WHERE %1 "
                  u"ORDER BY seq DESC LIMIT 1"_s.arg(condition));
    query.addBindValue(bound);
    if (!query.exec())
        return queryFailed(query);
    if (!query.next())
        return std::optional<Keyframe>{};
    Keyframe found;
    found.seq = query.value(0).toULongLong();
    found.stateHash = query.value(2).toString().toULongLong(nullptr, 16);
    const auto codec = query.value(1).toInt();
    const auto rawBytes = query.value(3).toULongLong();
    const auto body = query.value(5).toByteArray();
    const auto where = "the keyframe after event " + std::to_string(found.seq);
    if (auto fault = codecFault(codec, where + " is"))
        return placed(*fault);
    if (checksumOf(body, {found.seq, found.stateHash, rawBytes}) != query.value(4).toUInt())
        return placed(damaged(where + " does not have the checksum that was written with it"));
    auto state = inflated(body, rawBytes);
    if (!state)
        return placed(damaged(where + " can't be unpacked"));
    found.state = raisedState(codec, std::move(state).value());
    return std::optional<Keyframe>(std::move(found));
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
    fleet::FleetState state;
    const auto start = keyframeUpTo(m_lastSeq);
    if (!start)
        return start.error();
    if (start->has_value()) {
        auto read = fleet::fromSerialised((*start)->state);
        if (!read)
            return placed(read.error());
        state = std::move(read).value();
    }
    if (const auto error = forEach(state.seq + 1, [&state](const fleet::Event& event) {
            fleet::apply(state, event);
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
        return ChainHead{chainStart(), 0, {}, 0};
    return ChainHead{query.value(0).toString().toLatin1(), query.value(1).toULongLong(),
        query.value(2).toString().toStdString(), query.value(3).toULongLong()};
}

std::optional<Error> JournalReader::checkChain(const OperatorRows& expected)
{
    auto query = m_connection->query();
    if (!query.exec(u"SELECT seq, prev_hash, hash, kind, who, target, action, result, reason, json "
                    u"FROM operator_events ORDER BY seq"_s))
        return queryFailed(query);
    ChainCheck check(expected, chainStart());
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
