// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/event_rows.h"

#include "app/journal/block_table.h"
#include "app/journal/rows.h"
#include "rungwatch/base/codec.h"

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

std::optional<Error> insertRows(Connection& connection, std::span<const fleet::Event> events, QByteArray& chainHead)
{
    auto transitions = connection.query();
    transitions.prepare(u"INSERT INTO transitions (seq, at, kind, subject, from_state, to_state, cause) "
                        u"VALUES (?, ?, ?, ?, ?, ?, ?)"_s);
    auto operators = connection.query();
    operators.prepare(u"INSERT INTO operator_events (seq, at, kind, who, action, target, result, reason, json, "
                      u"prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s);
    auto head = chainHead;
    for (const auto& event : events) {
        const auto seq = static_cast<qint64>(event.seq);
        if (const auto row = transitionRow(event))
            if (!bindAndRun(transitions,
                    {seq, textValue(rfc3339(event.wall)), textValue(row->kind), textValue(row->subject),
                        textValue(row->from), textValue(row->to), textValue(row->cause)}))
                return connection.failure(transitions.lastError());
        if (const auto row = operatorRow(event)) {
            const auto hash = chained(head, row->json);
            if (!bindAndRun(operators,
                    {seq, textValue(rfc3339(event.wall)), textValue(row->kind), textValue(row->who),
                        textValue(row->action), textValue(row->target), textValue(row->result), textValue(row->reason),
                        textValue(row->json), QString::fromLatin1(head), QString::fromLatin1(hash)}))
                return connection.failure(operators.lastError());
            head = hash;
        }
    }
    chainHead = head;
    return std::nullopt;
}

} // namespace rungwatch::journal
