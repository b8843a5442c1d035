// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/block_table.h"

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

WallTime wallOf(const QVariant& nanoseconds)
{
    return WallTime{Duration{nanoseconds.toLongLong()}};
}

qint64 ticksOf(WallTime time)
{
    return time.time_since_epoch().count();
}

} // namespace

bool bindAndRun(QSqlQuery& query, std::initializer_list<QVariant> values)
{
    for (const auto& value : values)
        query.addBindValue(value);
    return query.exec();
}

QVariant textValue(const std::string& value)
{
    return value.empty() ? QVariant(u""_s) : QVariant(QString::fromStdString(value));
}

QString blockColumns()
{
    return u"first_seq, last_seq, first_wall_ns, last_wall_ns, codec, raw_bytes, checksum, body"_s;
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

std::optional<Error> insertBlock(Connection& connection, const Block& block)
{
    auto query = connection.query();
    query.prepare(u"INSERT INTO blocks (%1) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s.arg(blockColumns()));
    if (bindAndRun(query,
            {static_cast<qint64>(block.firstSeq), static_cast<qint64>(block.lastSeq), ticksOf(block.firstWall),
                ticksOf(block.lastWall), block.codec, static_cast<qint64>(block.rawBytes), block.checksum, block.body}))
        return std::nullopt;
    return connection.failure(query.lastError());
}

std::optional<Error> removeBlocksFrom(Connection& connection, std::uint64_t firstSeq)
{
    auto query = connection.query();
    query.prepare(u"DELETE FROM blocks WHERE first_seq >= ?"_s);
    if (bindAndRun(query, {static_cast<qint64>(firstSeq)}))
        return std::nullopt;
    return connection.failure(query.lastError());
}

Result<std::optional<Block>> blockAcross(Connection& connection, std::uint64_t seq)
{
    auto query = connection.query();
    query.prepare(u"SELECT %1 FROM blocks WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1"_s.arg(blockColumns()));
    if (!bindAndRun(query, {static_cast<qint64>(seq)}))
        return connection.failure(query.lastError());
    if (!query.next())
        return std::optional<Block>();
    auto block = blockOf(query);
    return block.lastSeq > seq ? std::optional(std::move(block)) : std::nullopt;
}

} // namespace rungwatch::journal
