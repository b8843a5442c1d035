// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/incident_keep.h"

#include "app/journal/block_table.h"

#include <QVariant>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

/// The first event of the block in which that time lies; the journal's first where none is so old.
Result<std::uint64_t> seqAt(Connection& connection, WallTime at)
{
    auto query = connection.query();
    query.prepare(
        u"SELECT coalesce((SELECT first_seq FROM blocks WHERE first_wall_ns <= ? ORDER BY first_seq DESC LIMIT 1), "
        u"(SELECT min(first_seq) FROM blocks), 1)"_s);
    if (!bindAndRun(query, {static_cast<qint64>(at.time_since_epoch().count())}) || !query.next())
        return connection.failure(query.lastError());
    return static_cast<std::uint64_t>(query.value(0).toULongLong());
}

/// The row of the incident that goes on, as a console wrote it; 0 where there is none.
Result<qint64> openRow(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT max(id) FROM protected WHERE to_seq IS NULL AND why LIKE 'incident %'"_s) || !query.next())
        return connection.failure(query.lastError());
    return query.value(0).toLongLong();
}

} // namespace

std::optional<Error> keepIncident(Connection& connection, const IncidentKeep& keep)
{
    const auto from = seqAt(connection, keep.from);
    if (!from)
        return from.error();
    const auto row = openRow(connection);
    if (!row)
        return row.error();
    ProtectedRange range{std::min(*from, keep.firstSeq), std::nullopt, keep.why};
    if (keep.toSeq > 0)
        range.toSeq = keep.toSeq;
    if (*row == 0)
        return protect(connection, range);
    auto query = connection.query();
    query.prepare(u"UPDATE protected SET from_seq = min(from_seq, ?), to_seq = ?, why = ? WHERE id = ?"_s);
    const auto end = range.toSeq ? QVariant(static_cast<qint64>(*range.toSeq)) : QVariant();
    if (!bindAndRun(query, {static_cast<qint64>(range.fromSeq), end, textValue(range.why), *row}))
        return connection.failure(query.lastError());
    return std::nullopt;
}

} // namespace rungwatch::journal
