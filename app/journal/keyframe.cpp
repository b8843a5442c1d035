// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/keyframe.h"

#include "app/journal/block_table.h"
#include "rungwatch/base/codec.h"

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

Error damaged(std::string message)
{
    return Error{"damaged", std::move(message), {}};
}

} // namespace

Result<std::optional<Keyframe>> readKeyframe(Connection& connection, const QString& condition, qint64 bound)
{
    auto query = connection.query();
    query.prepare(u"SELECT seq, codec, state_hash, raw_bytes, checksum, state FROM keyframes WHERE %1 "
                  u"ORDER BY seq DESC LIMIT 1"_s.arg(condition));
    if (!bindAndRun(query, {bound}))
        return connection.failure(query.lastError());
    if (!query.next())
        return query.lastError().isValid() ? Result<std::optional<Keyframe>>(connection.failure(query.lastError()))
                                           : std::optional<Keyframe>{};
    Keyframe found;
    found.seq = query.value(0).toULongLong();
    found.stateHash = query.value(2).toString().toULongLong(nullptr, 16);
    const auto codec = query.value(1).toInt();
    const auto rawBytes = query.value(3).toULongLong();
    const auto body = query.value(5).toByteArray();
    const auto where = "the keyframe after event " + std::to_string(found.seq);
    if (auto fault = codecFault(codec, where + " is"))
        return *fault;
    if (checksumOf(body, {found.seq, found.stateHash, rawBytes}) != query.value(4).toUInt())
        return damaged(where + " does not have the checksum that was written with it");
    auto state = inflated(body, rawBytes);
    if (!state)
        return damaged(where + " can't be unpacked");
    found.state = raisedState(codec, std::move(state).value());
    return std::optional<Keyframe>(std::move(found));
}

std::optional<Error> insertKeyframe(Connection& connection, const fleet::FleetState& state)
{
    const auto bytes = fleet::serialised(state);
    const auto hash = fnv1a(bytes); // hashOf(state), of the bytes that are there already
    const auto body = compressed(bytes, Effort::Thorough);
    auto insert = connection.query();
    insert.prepare(
        u"INSERT OR REPLACE INTO keyframes (seq, at, wall_ns, codec, state_hash, raw_bytes, checksum, state) "
        u"VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s);
    if (bindAndRun(insert,
            {static_cast<qint64>(state.seq), textValue(rfc3339(state.wall)),
                static_cast<qint64>(state.wall.time_since_epoch().count()), codecVersion,
                u"%1"_s.arg(hash, 16, 16, QLatin1Char('0')), static_cast<qint64>(bytes.size()),
                checksumOf(body, {state.seq, hash, bytes.size()}), body}))
        return std::nullopt;
    return connection.failure(insert.lastError());
}

} // namespace rungwatch::journal
