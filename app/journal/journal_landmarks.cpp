// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"

#include "rungwatch/base/codec.h"

#include <QVariant>

using namespace Qt::StringLiterals;

/// \file
/// What a replay asks of a journal beside its events: where keyframes stand, and the readable rows.

namespace rungwatch::journal {

namespace {

std::string textOf(const QSqlQuery& row, int column)
{
    return row.value(column).toString().toStdString();
}

/// A trouble's word or a source's age changes with every hiccup; who steps from transition to transition looks for what
/// the fleet did.
const auto transitions = u"kind IN ('fleet_level_changed', 'service_level_changed', 'breaker_moved', "
                         u"'reported_breaker_moved', 'mode_changed', 'kill_switch_changed', 'blind_changed') "
                         u"AND from_state <> to_state"_s;
const auto actions = u"kind IN ('command_requested', 'command_refused', 'kill_switch_changed', 'note_taken', "
                     u"'incident_declared', 'incident_ended')"_s;

QString statementOf(Landmark landmark, const QString& picked)
{
    return landmark == Landmark::Transition
        ? u"SELECT seq FROM transitions WHERE %1 AND %2 LIMIT 1"_s.arg(transitions, picked)
        : u"SELECT seq FROM operator_events WHERE %1 AND %2 LIMIT 1"_s.arg(actions, picked);
}

} // namespace

Result<std::vector<KeyframePlace>> JournalReader::keyframesAfter(std::uint64_t seq)
{
    auto query = m_connection->query();
    query.prepare(u"SELECT seq, wall_ns FROM keyframes WHERE seq > ? ORDER BY seq"_s);
    query.addBindValue(static_cast<qint64>(seq));
    if (!query.exec())
        return queryFailed(query);
    std::vector<KeyframePlace> places;
    while (query.next())
        places.push_back({query.value(0).toULongLong(), WallTime{Duration{query.value(1).toLongLong()}}});
    return places;
}

Result<std::vector<RecordedRow>> JournalReader::rows(const QString& statement, std::uint64_t after)
{
    auto query = m_connection->query();
    query.prepare(statement);
    query.addBindValue(static_cast<qint64>(after));
    if (!query.exec())
        return queryFailed(query);
    std::vector<RecordedRow> found;
    while (query.next()) {
        RecordedRow row;
        row.seq = query.value(0).toULongLong();
        const auto at = fromRfc3339(textOf(query, 1));
        if (!at)
            return placed(
                Error{"damaged", "the readable row of event " + std::to_string(row.seq) + " has no time", {}});
        row.at = *at;
        row.kind = textOf(query, 2);
        row.subject = textOf(query, 3);
        row.from = textOf(query, 4);
        row.to = textOf(query, 5);
        row.why = textOf(query, 6);
        row.who = textOf(query, 7);
        found.push_back(std::move(row));
    }
    return found;
}

Result<std::vector<RecordedRow>> JournalReader::transitionsAfter(std::uint64_t seq)
{
    return rows(u"SELECT seq, at, kind, subject, from_state, to_state, cause, '' FROM transitions "
                u"WHERE seq > ? ORDER BY seq"_s,
        seq);
}

Result<std::vector<RecordedRow>> JournalReader::operatorRowsAfter(std::uint64_t seq)
{
    return rows(u"SELECT seq, at, kind, target, action, result, reason, who FROM operator_events "
                u"WHERE seq > ? ORDER BY seq"_s,
        seq);
}

Result<std::optional<std::uint64_t>> JournalReader::landmark(const QString& statement, std::uint64_t seq)
{
    auto query = m_connection->query();
    query.prepare(statement);
    query.addBindValue(static_cast<qint64>(seq));
    if (!query.exec())
        return queryFailed(query);
    return query.next() ? std::optional<std::uint64_t>(query.value(0).toULongLong()) : std::nullopt;
}

Result<std::optional<std::uint64_t>> JournalReader::landmarkAfter(Landmark what, std::uint64_t seq)
{
    return landmark(statementOf(what, u"seq > ? ORDER BY seq"_s), seq);
}

Result<std::optional<std::uint64_t>> JournalReader::landmarkBefore(Landmark what, std::uint64_t seq)
{
    return landmark(statementOf(what, u"seq < ? ORDER BY seq DESC"_s), seq);
}

} // namespace rungwatch::journal
