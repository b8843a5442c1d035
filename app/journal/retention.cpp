// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/retention.h"

#include "app/journal/block_table.h"
#include "app/journal/incident_keep.h"
#include "app/journal/keyframe.h"
#include "rungwatch/base/codec.h"

#include <QSqlError>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

/// The query's only number; absent where it is null.
Result<std::optional<qint64>> number(
    Connection& connection, const QString& text, std::initializer_list<QVariant> values = {})
{
    auto query = connection.query();
    query.prepare(text);
    if (!bindAndRun(query, values) || !query.next())
        return connection.failure(query.lastError());
    const auto value = query.value(0);
    return value.isNull() ? std::optional<qint64>() : std::optional(value.toLongLong());
}

/// The event that the oldest blocks end with which together hold `excess` bytes, and no more than may go at once.
Result<std::uint64_t> endOfOldest(Connection& connection, std::uint64_t excess)
{
    auto query = connection.query();
    query.prepare(u"SELECT last_seq, length(body) FROM blocks ORDER BY first_seq LIMIT ?"_s);
    if (!bindAndRun(query, {blocksACut}))
        return connection.failure(query.lastError());
    std::uint64_t end = 0;
    for (std::uint64_t sum = 0; sum < excess && query.next();) {
        end = query.value(0).toULongLong();
        sum += query.value(1).toULongLong();
    }
    return end;
}

/// The first keyframe from `seq` on, where it may be cut; else the last one before, where it may be cut.
Result<std::optional<std::uint64_t>> keyframeNear(Connection& connection, std::uint64_t seq, std::uint64_t newest)
{
    const auto near = number(connection,
        u"SELECT coalesce((SELECT min(seq) FROM keyframes WHERE seq BETWEEN %1 AND %2), "
        u"(SELECT max(seq) FROM keyframes WHERE seq <= %2))"_s.arg(seq)
            .arg(newest));
    if (!near)
        return near.error();
    return *near ? std::optional(static_cast<std::uint64_t>(**near)) : std::nullopt;
}

std::optional<Error> removeUpTo(Connection& connection, std::uint64_t seq)
{
    for (const auto& statement :
        {u"DELETE FROM blocks WHERE last_seq <= ?"_s, u"DELETE FROM transitions WHERE seq <= ?"_s,
            u"DELETE FROM operator_events WHERE seq <= ?"_s, u"DELETE FROM keyframes WHERE seq < ?"_s}) {
        auto query = connection.query();
        query.prepare(statement);
        if (!bindAndRun(query, {static_cast<qint64>(seq)}))
            return connection.failure(query.lastError());
    }
    return std::nullopt;
}

/// Of the block that goes across `seq`, what follows it stays.
std::optional<Error> splitBlock(Connection& connection, std::uint64_t seq)
{
    const auto across = blockAcross(connection, seq);
    if (!across)
        return across.error();
    if (!*across)
        return std::nullopt;
    const auto events = unpacked(**across);
    if (!events)
        return events.error();
    auto query = connection.query();
    query.prepare(u"DELETE FROM blocks WHERE first_seq = ?"_s);
    if (!bindAndRun(query, {static_cast<qint64>((*across)->firstSeq)}))
        return connection.failure(query.lastError());
    const auto stays = std::span(*events).subspan(seq + 1 - (*across)->firstSeq);
    return insertBlock(connection, packed(stays, Effort::Thorough));
}

/// The operator chain goes on from its hash there.
std::optional<Error> noteCut(Connection& connection, std::uint64_t seq)
{
    return connection.run(u"UPDATE cut SET chain_head = coalesce((SELECT hash FROM operator_events WHERE seq <= %1 "
                          u"ORDER BY seq DESC LIMIT 1), chain_head), at = (SELECT at FROM keyframes WHERE seq = %1), "
                          u"seq = %1"_s.arg(seq));
}

/// The newest event that a cut may take: what is protected stays, and what `beforeSeq` begins.
Result<std::uint64_t> newestToGo(Connection& connection, std::uint64_t beforeSeq)
{
    const auto first = number(connection, u"SELECT min(from_seq) FROM protected"_s);
    if (!first)
        return first.error();
    const auto end = *first ? std::min(beforeSeq, static_cast<std::uint64_t>(**first)) : beforeSeq;
    return end == 0 ? 0 : end - 1;
}

/// The keyframe that the age asks for; absent where none is that old.
Result<std::optional<std::uint64_t>> byAge(Connection& connection, Duration age, WallTime now, std::uint64_t newest)
{
    const auto seq = number(connection, u"SELECT max(seq) FROM keyframes WHERE wall_ns <= ? AND seq <= ?"_s,
        {static_cast<qint64>((now - age).time_since_epoch().count()), static_cast<qint64>(newest)});
    if (!seq)
        return seq.error();
    return *seq ? std::optional(static_cast<std::uint64_t>(**seq)) : std::nullopt;
}

Result<std::optional<std::uint64_t>> bySize(Connection& connection, std::uint64_t bytes, std::uint64_t newest)
{
    const auto used = bytesInUse(connection);
    if (!used)
        return used.error();
    if (*used <= bytes)
        return std::optional<std::uint64_t>();
    const auto end = endOfOldest(connection, *used - bytes);
    if (!end)
        return end.error();
    return keyframeNear(connection, *end, newest);
}

/// The keyframe that the limits ask for, up to the event `newest`; 0 where they ask for none.
Result<std::uint64_t> byLimits(Connection& connection, const Keep& keep, WallTime now, std::uint64_t newest)
{
    std::uint64_t wanted = 0;
    for (const auto& seq : {keep.age ? byAge(connection, *keep.age, now, newest) : std::optional<std::uint64_t>(),
             keep.bytes ? bySize(connection, *keep.bytes, newest) : std::optional<std::uint64_t>()}) {
        if (!seq)
            return seq.error();
        wanted = std::max(wanted, seq->value_or(0));
    }
    return wanted;
}

} // namespace

Result<std::uint64_t> bytesInUse(Connection& connection)
{
    const auto bytes = number(connection,
        u"SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), "
        u"pragma_page_size()"_s);
    if (!bytes)
        return bytes.error();
    return static_cast<std::uint64_t>(bytes->value_or(0));
}

Result<std::optional<std::uint64_t>> nextCut(
    Connection& connection, const Keep& keep, WallTime now, std::uint64_t beforeSeq)
{
    const auto newest = newestToGo(connection, beforeSeq);
    if (!newest)
        return newest.error();
    const auto byLimit = byLimits(connection, keep, now, *newest);
    if (!byLimit)
        return byLimit.error();
    auto wanted = *byLimit;
    const auto atOnce = endOfOldest(connection, std::numeric_limits<std::uint64_t>::max());
    if (!atOnce)
        return atOnce.error();
    if (wanted > *atOnce) {
        const auto nearer = keyframeNear(connection, *atOnce, *newest);
        if (!nearer)
            return nearer.error();
        wanted = std::min(wanted, nearer->value_or(0));
    }
    const auto last = lastCut(connection);
    if (!last)
        return last.error();
    return wanted > last->seq ? std::optional(wanted) : std::nullopt;
}

std::optional<Error> cutAt(Connection& connection, std::uint64_t keyframeSeq)
{
    const auto keyframe = readKeyframe(connection, u"seq = ?"_s, static_cast<qint64>(keyframeSeq));
    if (!keyframe)
        return keyframe.error();
    if (!*keyframe)
        return Error{"damaged", "there is no keyframe after event " + std::to_string(keyframeSeq), {}};
    if (const auto state = fleet::fromSerialised((*keyframe)->state); !state)
        return state.error();
    auto error = connection.begin();
    if (!error)
        error = splitBlock(connection, keyframeSeq);
    if (!error)
        error = noteCut(connection, keyframeSeq);
    if (!error)
        error = removeUpTo(connection, keyframeSeq);
    if (!error)
        error = connection.commit();
    if (error) {
        connection.rollback();
        return error;
    }
    // Gives the pages back to the disk where the journal was made for it; else they are used again.
    auto vacuum = connection.query();
    if (!vacuum.exec(u"PRAGMA incremental_vacuum"_s))
        return connection.failure(vacuum.lastError());
    while (vacuum.next()) { // a page each
    }
    return std::nullopt;
}

Result<Cut> lastCut(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT seq, chain_head FROM cut"_s) || !query.next())
        return connection.failure(query.lastError());
    return Cut{query.value(0).toULongLong(), query.value(1).toString().toLatin1()};
}

Result<std::optional<ProtectedRange>> heldBack(
    Connection& connection, const Keep& keep, WallTime now, std::uint64_t beforeSeq)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT from_seq, to_seq, why FROM protected ORDER BY from_seq LIMIT 1"_s))
        return connection.failure(query.lastError());
    if (!query.next())
        return std::optional<ProtectedRange>();
    ProtectedRange range{query.value(0).toULongLong(), std::nullopt, query.value(2).toString().toStdString()};
    if (!query.value(1).isNull())
        range.toSeq = query.value(1).toULongLong();
    const auto wanted = byLimits(connection, keep, now, beforeSeq == 0 ? 0 : beforeSeq - 1);
    if (!wanted)
        return wanted.error();
    return *wanted >= range.fromSeq ? std::optional(std::move(range)) : std::nullopt;
}

std::optional<Error> protect(Connection& connection, const ProtectedRange& range)
{
    auto query = connection.query();
    query.prepare(u"INSERT INTO protected (from_seq, to_seq, why) VALUES (?, ?, ?)"_s);
    const auto end = range.toSeq ? QVariant(static_cast<qint64>(*range.toSeq)) : QVariant();
    if (!bindAndRun(query, {static_cast<qint64>(range.fromSeq), end, textValue(range.why)}))
        return connection.failure(query.lastError());
    return std::nullopt;
}

} // namespace rungwatch::journal
