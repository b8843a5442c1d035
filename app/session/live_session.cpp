// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/live_session.h"

#include "rungwatch/fleet/apply.h"
#include "ui/format/words.h"

#include <algorithm>

namespace rungwatch {

namespace {

/// Of what was before the first sign of an incident, so much is kept with it.
constexpr std::chrono::minutes keptBefore{5};

journal::IncidentKeep keepOf(const fleet::Incident& incident)
{
    journal::IncidentKeep keep;
    keep.from = std::min(incident.from, incident.firstSign) - keptBefore;
    keep.firstSeq = incident.firstSeq;
    keep.toSeq = incident.over ? incident.lastSeq : 0;
    keep.why = incident.byHand ? "incident declared by " + incident.byHand->by + ": " + incident.byHand->title
                               : std::string("incident found");
    return keep;
}

bool isIncident(const fleet::Event& event)
{
    return std::holds_alternative<fleet::IncidentDeclared>(event.body)
        || std::holds_alternative<fleet::IncidentEnded>(event.body);
}

} // namespace

LiveSession::LiveSession(const Clock& clock, FrameBox& frames, QString operatorName, Submit submit, Record record)
    : m_clock(clock)
    , m_frames(frames)
    , m_operatorName(std::move(operatorName))
    , m_submit(std::move(submit))
    , m_record(std::move(record))
    , m_snapshot(std::make_shared<const fleet::Snapshot>(fleet::Snapshot{{}, 0, clock.now(), false}))
{
}

void LiveSession::takeNote(const QString& text)
{
    const auto line = text.simplified().left(longestNote);
    if (m_record && !line.isEmpty())
        m_record(fleet::NoteTaken{m_operatorName.toStdString(), line.toStdString()});
}

const fleet::Incident* LiveSession::incident() const
{
    const auto& all = m_incidents.incidents();
    return all.empty() || all.back().over ? nullptr : &all.back();
}

QString LiveSession::declareIncident(const QString& title, WallTime since)
{
    const auto line = title.simplified().left(longestTitle);
    if (line.isEmpty())
        return QStringLiteral("not declared: an incident needs a title");
    if (const auto* open = incident(); m_incidentAsked || (open && open->isDeclared()))
        return QStringLiteral("not declared: an incident is declared already%1")
            .arg(m_incidentAsked
                    ? QString{}
                    : QStringLiteral(", “%1” by %2")
                          .arg(format::plainLine(open->byHand->title), format::plainLine(open->byHand->by)));
    if (!m_record)
        return Session::declareIncident(title, since);
    m_incidentAsked = true;
    m_record(
        fleet::IncidentDeclared{m_operatorName.toStdString(), line.toStdString(), std::min(since, m_clock.wallNow())});
    return {};
}

QString LiveSession::endIncident()
{
    const auto* open = incident();
    if (m_incidentAsked || !open || !open->isDeclared() || !m_record)
        return m_incidentAsked ? QStringLiteral("not ended: the last word on it is not recorded yet")
                               : Session::endIncident();
    m_incidentAsked = true;
    m_record(fleet::IncidentEnded{m_operatorName.toStdString()});
    return {};
}

void LiveSession::resumeIncident(const fleet::Incident& open)
{
    m_incidents.resume(open);
}

void LiveSession::keepIncidents()
{
    const auto& all = m_incidents.incidents();
    // One that was declared may have taken in those before it.
    if (!all.empty())
        m_keptIndex = std::min(m_keptIndex, all.size() - 1);
    for (auto i = m_keptIndex; i < all.size(); ++i) {
        const auto keep = keepOf(all[i]);
        m_keptIndex = i;
        if (std::exchange(m_kept, keep) != keep)
            Q_EMIT incidentMoved(keep);
    }
}

void LiveSession::begin(const fleet::FleetState& resumed)
{
    m_state = resumed;
    auto shown = resumed;
    shown.canary.reset(); // another session's clock
    m_snapshot =
        std::make_shared<const fleet::Snapshot>(fleet::Snapshot{std::move(shown), resumed.seq, m_clock.now(), false});
}

void LiveSession::takeFrame()
{
    auto frame = m_frames.take();
    if (!frame.snapshot)
        return;
    for (const auto& event : frame.events) {
        fleet::apply(m_state, event);
        m_history.add(event, m_state);
        m_incidents.add(event, m_state);
        if (isIncident(event))
            m_incidentAsked = false;
    }
    keepIncidents();
    m_snapshot = std::move(frame.snapshot);
    Q_EMIT advanced(frame.events);
}

} // namespace rungwatch
