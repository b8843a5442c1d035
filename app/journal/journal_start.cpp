// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_start.h"

#include "app/journal/block_table.h"
#include "app/journal/journal_reader.h"
#include "app/journal/rows.h"
#include "app/journal/schema.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/apply.h"

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

std::optional<Error> noteStart(Connection& connection, const JournalStart& start)
{
    auto query = connection.query();
    query.prepare(u"UPDATE cut SET seq = ?, at = ?, chain_head = ?"_s);
    if (bindAndRun(query,
            {static_cast<qint64>(start.state.seq), textValue(rfc3339(start.state.wall)),
                QString::fromLatin1(start.chainHead)}))
        return std::nullopt;
    return connection.failure(query.lastError());
}

Result<QByteArray> chainHashAt(const QString& file, std::uint64_t seq)
{
    Connection connection;
    if (auto error = connection.open(file, Connection::Access::ReadOnly))
        return *error;
    const auto version = readSchema(connection);
    if (!version)
        return version.error();
    const auto cut = *version > 1 ? lastCut(connection) : Result<Cut>(Cut{0, chainStart()});
    if (!cut)
        return cut.error();
    if (cut->seq > seq)
        return Error{"cut", "everything up to event " + std::to_string(cut->seq) + " was cut off meanwhile", {}};
    auto query = connection.query();
    query.prepare(u"SELECT hash FROM operator_events WHERE seq <= ? ORDER BY seq DESC LIMIT 1"_s);
    if (!bindAndRun(query, {static_cast<qint64>(seq)}))
        return connection.failure(query.lastError());
    return query.next() ? query.value(0).toString().toLatin1() : cut->chainHead;
}

} // namespace

Result<JournalStart> startBehind(JournalReader& reader, const QString& file, std::uint64_t seq)
{
    const auto keyframe = reader.keyframeUpTo(seq);
    if (!keyframe)
        return keyframe.error();
    auto state = *keyframe ? fleet::fromSerialised((*keyframe)->state) : reader.startState();
    if (!state)
        return state.error();
    if (state->seq < seq) {
        const auto damage = reader.forEach(state->seq + 1, [&](const fleet::Event& event) {
            fleet::apply(state.value(), event);
            return event.seq < seq;
        });
        if (damage)
            return *damage;
    }
    const auto hash = chainHashAt(file, seq);
    if (!hash)
        return hash.error();
    return JournalStart{std::move(state).value(), *hash};
}

std::optional<Error> beginAt(Connection& connection, const JournalStart& start)
{
    auto error = connection.begin();
    if (!error)
        error = insertKeyframe(connection, start.state);
    if (!error)
        error = noteStart(connection, start);
    if (!error)
        error = connection.commit();
    if (error)
        connection.rollback();
    return error;
}

} // namespace rungwatch::journal
