// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/open_incident.h"

#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/event_line_reader.h"

#include <QVariant>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

using fleet::Incident;

/// Of two declarations without an end between them the first counts.
Result<std::optional<Incident>> declaredIn(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT json FROM operator_events WHERE kind = 'incident_declared' AND seq > coalesce((SELECT "
                    u"max(seq) FROM operator_events WHERE kind = 'incident_ended'), 0) ORDER BY seq LIMIT 1"_s))
        return connection.failure(query.lastError());
    if (!query.next())
        return std::optional<Incident>();
    const auto event = fleet::eventFromLine(query.value(0).toString().toStdString());
    if (!event)
        return event.error();
    const auto* declared = std::get_if<fleet::IncidentDeclared>(&event->body);
    if (!declared)
        return std::optional<Incident>();
    Incident open;
    open.firstSeq = open.lastSeq = event->seq;
    open.from = open.firstSign = declared->since;
    open.detectedAt = event->wall;
    open.byHand = fleet::IncidentByHand{declared->by, declared->title, event->wall, {}, {}};
    return std::optional(std::move(open));
}

/// What the found one began with: the first word that the fleet is worse than HEALTHY.
Result<std::optional<Incident>> foundIn(Connection& connection)
{
    auto query = connection.query();
    if (!query.exec(u"SELECT seq, at FROM transitions WHERE kind = 'fleet_level_changed' AND to_state NOT IN "
                    u"('healthy', 'unknown') AND seq >= (SELECT max(from_seq) FROM protected WHERE to_seq IS NULL "
                    u"AND why LIKE 'incident %') ORDER BY seq LIMIT 1"_s))
        return connection.failure(query.lastError());
    if (!query.next())
        return std::optional<Incident>();
    const auto at = fromRfc3339(query.value(1).toString().toStdString());
    if (!at)
        return Error{"damaged", "a transition has no time", {}};
    Incident open;
    open.firstSeq = open.lastSeq = query.value(0).toULongLong();
    open.from = open.firstSign = open.detectedAt = *at;
    return std::optional(std::move(open));
}

} // namespace

Result<std::optional<Incident>> openIncident(Connection& connection)
{
    auto declared = declaredIn(connection);
    if (!declared || *declared)
        return declared;
    return foundIn(connection);
}

} // namespace rungwatch::journal
