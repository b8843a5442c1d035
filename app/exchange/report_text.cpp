// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/report_text.h"

#include "rungwatch/base/codec.h"
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

QString day(WallTime at)
{
    return QString::fromStdString(rfc3339(at)).left(10);
}

/// With the day where the report spans more than one.
QString moment(WallTime at, const IncidentReport& report)
{
    const auto clock = QString::fromStdString(rfc3339(at)).mid(11, 12);
    return day(report.start) == day(report.end) ? clock : day(at) + u' ' + clock;
}

QString percentOf(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? u"-"_s
                      : format::wholePercent(100.0 * static_cast<double>(part) / static_cast<double>(whole)) + u" %"_s;
}

QString listed(const QStringList& names)
{
    constexpr qsizetype most = 12;
    if (names.isEmpty())
        return u"none"_s;
    if (names.size() <= most)
        return names.join(u", "_s);
    return names.mid(0, most).join(u", "_s) + u" and %1 more"_s.arg(names.size() - most);
}

QString timeNotHealthy(const IncidentReport& report)
{
    QStringList parts;
    for (const auto level :
        {HealthLevel::Degraded, HealthLevel::Critical, HealthLevel::Unavailable, HealthLevel::Unknown})
        if (const auto time = report.timeAt(level); time > Duration{0})
            parts += format::word(level) + u' ' + format::lengthText(time);
    return parts.isEmpty() ? u"none"_s : parts.join(u", "_s);
}

QString breakersInvolved(const IncidentReport& report)
{
    QStringList names;
    for (const auto& lane : report.breakers)
        if (lane.opened > 0)
            names += format::plainLine(lane.address)
                + (lane.opened == 1 ? u" (opened once)"_s : u" (opened %1 times)"_s.arg(lane.opened));
    return listed(names);
}

QString featuresInvolved(const IncidentReport& report)
{
    QStringList names;
    for (const auto& feature : report.features)
        if (feature.trips > 0 || feature.full() < feature.total())
            names += format::plainLine(feature.feature);
    return listed(names);
}

} // namespace

QString dayAndTime(WallTime at)
{
    const auto text = QString::fromStdString(rfc3339(at));
    return text.left(10) + u' ' + text.mid(11, 8) + u" UTC"_s;
}

QString titleOf(const IncidentReport& report)
{
    return u"Incident report: %1, %2"_s.arg(report.fleet, day(report.start));
}

QString gistOf(const IncidentReport& report)
{
    QString text;
    if (!report.brokeAt)
        text = u"The fleet was never known to be worse than HEALTHY in this record."_s;
    else if (report.mendedAt)
        text = u"The fleet was worse than HEALTHY from %1 to %2 (%3), at worst %4."_s.arg(dayAndTime(*report.brokeAt),
            dayAndTime(*report.mendedAt), format::lengthText(*report.mendedAt - *report.brokeAt),
            format::word(report.worst));
    else
        text = u"The fleet was worse than HEALTHY from %1 on, at worst %2; the record ends before it was well again."_s
                   .arg(dayAndTime(*report.brokeAt), format::word(report.worst));
    if (report.answers() == 0)
        return text + u" What users got was not recorded."_s;
    return text
        + u" Of %1 answers %2 (%3) were not full service; %4 of these were an honest message or a person's queue."_s
              .arg(format::grouped(report.answers()), format::grouped(report.degradedAnswers()),
                  percentOf(report.degradedAnswers(), report.answers()), format::grouped(report.unanswered()));
}

std::vector<Fact> summaryOf(const IncidentReport& report)
{
    std::vector<Fact> facts{{u"Record starts"_s, dayAndTime(report.start)}, {u"Record ends"_s, dayAndTime(report.end)},
        {u"Length"_s, format::lengthText(report.end - report.start)},
        {u"Worst level"_s,
            format::word(report.worst) + (report.worstAt ? u", first at "_s + dayAndTime(*report.worstAt) : QString())},
        {u"Time not healthy"_s, timeNotHealthy(report)}, {u"Features off full service"_s, featuresInvolved(report)},
        {u"Breakers that opened"_s, breakersInvolved(report)}};
    if (report.answers() > 0) {
        facts.push_back({u"Answers"_s, format::grouped(report.answers())});
        facts.push_back({u"Not full service"_s,
            format::grouped(report.degradedAnswers()) + u" ("_s + percentOf(report.degradedAnswers(), report.answers())
                + u")"_s});
    }
    const auto byHand = std::count_if(report.incidents.begin(), report.incidents.end(),
        [](const fleet::Incident& incident) { return incident.byHand.has_value(); });
    facts.push_back({u"Incidents"_s,
        QString::number(report.incidents.size()) + (byHand > 0 ? u", %1 by hand"_s.arg(byHand) : QString())});
    facts.push_back({u"Operator actions"_s, QString::number(report.actions.size())});
    facts.push_back({u"Open questions"_s, QString::number(report.questions.size())});
    return facts;
}

QString worstOf(const fleet::Incident& incident)
{
    return incident.worst == HealthLevel::Unknown ? u"never seen worse"_s : format::word(incident.worst);
}

QString whyOf(const fleet::Incident& incident)
{
    const auto why = format::plainLine(incident.why);
    if (!incident.byHand)
        return why;
    const auto& hand = *incident.byHand;
    auto said = u"by hand, %1: “%2”"_s.arg(format::plainLine(hand.by), format::plainLine(hand.title));
    if (hand.endedAt)
        said += u", ended by "_s + format::plainLine(hand.endedBy);
    return why.isEmpty() ? said : said + u"; "_s + why;
}

Table incidentsTable(const IncidentReport& report)
{
    const auto length = [](const std::optional<Duration>& time, const QString& otherwise) {
        return time ? format::lengthText(*time) : otherwise;
    };
    Table table;
    table.heads = {u"From"_s, u"Worst"_s, u"Why"_s, u"Seen after"_s, u"Acted on after"_s, u"Over after"_s};
    for (const auto& incident : report.incidents)
        table.rows.push_back({(incident.beganBefore ? u"before "_s : QString()) + dayAndTime(incident.from),
            worstOf(incident), whyOf(incident), format::lengthText(incident.timeToDetect()),
            length(incident.timeToAct(), u"nobody acted"_s), length(incident.timeToRecover(), u"not yet"_s)});
    return table;
}

Table answersTable(const IncidentReport& report)
{
    Table table;
    table.heads = {u"Feature"_s, u"Rung"_s, u"Kind"_s, u"Answers"_s, u"Share"_s};
    for (const auto& feature : report.features)
        for (const auto& rung : feature.rungs) {
            const auto kinds = enumNames(rung.kind);
            table.rows.push_back({format::plainLine(feature.feature), format::rungLabel(rung.rung),
                format::rungLabel(kinds[static_cast<std::size_t>(rung.kind)]), format::grouped(rung.count),
                percentOf(rung.count, feature.total())});
        }
    return table;
}

Table timelineTable(const IncidentReport& report)
{
    Table table;
    table.heads = {u"UTC"_s, u"What"_s, u"Happened"_s};
    for (const auto& line : report.timeline) {
        if (table.rows.size() >= mostTimelineRows) {
            table.rows.push_back({QString(), QString(),
                u"%1 more lines: the table (.csv) has them all"_s.arg(report.timeline.size() - mostTimelineRows)});
            break;
        }
        table.rows.push_back({moment(line.at, report), line.subject, line.text});
        table.stands.push_back(line.stands);
    }
    return table;
}

Table actionsTable(const IncidentReport& report)
{
    Table table;
    table.heads = {u"UTC"_s, u"Who"_s, u"What"_s, u"Why"_s, u"Result"_s};
    for (const auto& action : report.actions)
        table.rows.push_back({moment(action.at, report), action.who, action.what, action.why, action.result});
    return table;
}

QString provenanceOf(const IncidentReport& report)
{
    return u"Made from %1 events of the journal %2, written by %3. Times are UTC, in the order in which things "
           u"happened. "
           u"Head of the operator chain: %4."_s.arg(
               format::grouped(report.events), report.journal, report.program, report.chainHead);
}

} // namespace rungwatch::exchange
