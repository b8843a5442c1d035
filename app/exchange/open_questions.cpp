// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/open_questions.h"

#include "app/exchange/incident_report.h"
#include "app/exchange/operator_actions.h"
#include "rungwatch/fleet/service_values.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

using namespace fleet;

namespace {

/// Of one kind so many are told one by one.
constexpr qsizetype mostOfAKind{8};

QString at(WallTime time)
{
    return format::utcSecond(time) + u" UTC"_s;
}

void addSome(QStringList& list, const QStringList& some, const QString& more)
{
    list += some.mid(0, mostOfAKind);
    if (some.size() > mostOfAKind)
        list += more.arg(some.size() - mostOfAKind);
}

} // namespace

void OpenQuestions::silence(const FreshnessChanged& change, WallTime when)
{
    const bool known = change.to == Freshness::Fresh || change.to == Freshness::Late;
    const auto open = std::find_if(m_silences.begin(), m_silences.end(),
        [&](const Silence& silence) { return silence.source == change.endpoint && !silence.to; });
    if (known && open != m_silences.end())
        open->to = when;
    else if (!known && open == m_silences.end())
        m_silences.push_back({change.endpoint, when, std::nullopt});
}

void OpenQuestions::seeBefore(const Event& event)
{
    if (const auto* change = std::get_if<FreshnessChanged>(&event.body))
        silence(*change, event.wall);
    m_lastEvent = event.wall;
}

void OpenQuestions::seeInterval(const IntervalClosed& closed)
{
    auto& last = m_lastInterval[closed.feature];
    if (last != 0 && closed.interval.n > last + 1)
        m_seen += u"Intervals %1 to %2 of %3 were never read: what users got then is not known."_s.arg(
            QString::number(last + 1), QString::number(closed.interval.n - 1), format::plainLine(closed.feature));
    last = closed.interval.n;
}

void OpenQuestions::endWatch(WallTime when)
{
    if (m_lastEvent && when - *m_lastEvent > std::chrono::seconds{5})
        m_seen += u"Nobody watched from %1 to %2 (%3): the console was not running."_s.arg(
            at(*m_lastEvent), at(when), format::lengthText(when - *m_lastEvent));
}

void OpenQuestions::see(const Event& event)
{
    if (std::holds_alternative<SessionStarted>(event.body))
        endWatch(event.wall);
    else if (const auto* gap = std::get_if<ReportedGap>(&event.body))
        m_seen += u"%1: %2's own events %3 to %4 were never read."_s.arg(at(event.wall),
            format::plainLine(gap->service), QString::number(gap->firstMissing), QString::number(gap->lastMissing));
    else if (const auto* slept = std::get_if<Suspended>(&event.body))
        m_seen += u"%1: the console's machine had slept for %2; nothing is known of that time."_s.arg(
            at(event.wall), format::lengthText(slept->asleep));
    else if (const auto* jump = std::get_if<ClockJump>(&event.body))
        m_seen += u"%1: the wall clock was set by %2 s: times before and after it do not compare."_s.arg(at(event.wall))
                      .arg(toSeconds(jump->by), 0, 'f', 1);
    else if (const auto* trust = std::get_if<DisplayTrustChanged>(&event.body); trust && !trust->trusted)
        m_seen +=
            u"%1: what the window showed lagged behind (%2): an operator may not have seen this record's state."_s.arg(
                at(event.wall), format::plainLine(trust->cause));
    else if (const auto* dropped = std::get_if<QueueDropped>(&event.body))
        m_dropped += dropped->count;
    else if (const auto* lost = std::get_if<PollsLost>(&event.body))
        m_lost += lost->polls.size();
    else if (const auto* closed = std::get_if<IntervalClosed>(&event.body))
        seeInterval(*closed);
    else if (const auto* change = std::get_if<FreshnessChanged>(&event.body))
        silence(*change, event.wall);
    m_lastEvent = event.wall;
}

void OpenQuestions::addUnconfirmed(
    QStringList& list, const IncidentReport& report, const OperatorActions& actions) const
{
    for (const auto& action : actions.all())
        if (!action.ended && action.at >= report.start && action.at <= report.end)
            list += u"%1: %2 by %3 was never confirmed: %4. Was it in force?"_s.arg(
                at(action.at), action.what, action.who, action.result);
}

void OpenQuestions::addUnknown(QStringList& list, const IncidentReport& report) const
{
    QStringList spans;
    for (std::size_t i = 1; i < report.levels.size(); ++i) // before the first readings nothing can be known
        if (const auto& span = report.levels[i]; span.level == HealthLevel::Unknown)
            spans += u"The fleet's level was UNKNOWN from %1 to %2 (%3): %4."_s.arg(
                at(span.from), at(span.to), format::lengthText(span.to - span.from), span.why);
    addSome(list, spans, u"%1 more periods in which the fleet's level was UNKNOWN."_s);
}

void OpenQuestions::addSilences(QStringList& list, const IncidentReport& report) const
{
    QStringList spans;
    for (const auto& silence : m_silences) {
        const auto to = std::min(silence.to.value_or(report.end), report.end);
        const auto from = std::max(silence.from, report.start);
        if (to > from)
            spans += u"%1 could not be read from %2 to %3 (%4): what it said before stood as last known."_s.arg(
                format::plainLine(silence.source), at(from), silence.to ? at(to) : u"the end of the record"_s,
                format::lengthText(to - from));
    }
    addSome(list, spans, u"%1 more times in which a source could not be read."_s);
}

void OpenQuestions::addUnended(QStringList& list, const IncidentReport& report, const FleetState& end)
{
    if (report.levels.back().level != HealthLevel::Healthy)
        list += u"The record ends with the fleet %1: %2."_s.arg(
            format::word(report.levels.back().level), report.levels.back().why);
    for (const auto& [name, feature] : end.features)
        if (feature->killed)
            list += u"The kill switch of %1 is engaged when the record ends."_s.arg(format::plainLine(name));
    const ServiceValues values(end);
    for (std::size_t i = 0; end.policy && i < end.policy->services.size(); ++i)
        for (const auto& breaker : values.breakersOf(i))
            if (breaker->state == breaker::Phase::Open || breaker->state == breaker::Phase::ForcedOpen)
                list += u"The breaker %1/%2 is %3 when the record ends."_s.arg(
                    format::plainLine(end.policy->services[i].name), format::plainLine(breaker->name),
                    format::word(breaker->state));
}

QStringList OpenQuestions::all(
    const IncidentReport& report, const OperatorActions& actions, const FleetState& end) const
{
    QStringList list;
    addUnconfirmed(list, report, actions);
    addUnended(list, report, end);
    for (const auto& incident : report.incidents)
        if (incident.isDeclared())
            list += u"The incident “%1” that %2 declared was not ended in this record."_s.arg(
                format::plainLine(incident.byHand->title), format::plainLine(incident.byHand->by));
    addUnknown(list, report);
    addSilences(list, report);
    addSome(list, m_seen, u"%1 more holes in the record: the table (.csv) has them all."_s);
    if (m_dropped > 0)
        list += u"%1 observations were dropped because a queue was full."_s.arg(m_dropped);
    if (m_lost > 0)
        list += u"%1 polls never ended and counted as timed out."_s.arg(m_lost);
    return list;
}

} // namespace rungwatch::exchange
