// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/report_markup.h"

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

QString tableMarkup(const Table& table, const QString& emptyText)
{
    if (table.rows.empty())
        return u"<p>%1</p>\n"_s.arg(emptyText.toHtmlEscaped());
    QString text = u"<table class=\"rows\" width=\"100%\" cellpadding=\"4\" cellspacing=\"0\">\n<thead><tr>"_s;
    for (const auto& head : table.heads)
        text += u"<th align=\"left\">"_s + head.toHtmlEscaped() + u"</th>"_s;
    text += u"</tr></thead>\n"_s;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const bool stands = i < table.stands.size() && table.stands[i];
        text += u"<tr>"_s;
        for (const auto& cell : table.rows[i])
            text += stands ? u"<td><b>"_s + cell.toHtmlEscaped() + u"</b></td>"_s
                           : u"<td>"_s + cell.toHtmlEscaped() + u"</td>"_s;
        text += u"</tr>\n"_s;
    }
    return text + u"</table>\n"_s;
}

QString factsMarkup(const std::vector<Fact>& facts)
{
    QString text = u"<table class=\"facts\" cellpadding=\"4\" cellspacing=\"0\">\n"_s;
    for (const auto& fact : facts)
        text +=
            u"<tr><td>%1</td><td><b>%2</b></td></tr>\n"_s.arg(fact.name.toHtmlEscaped(), fact.value.toHtmlEscaped());
    return text + u"</table>\n"_s;
}

QString questionsMarkup(const QStringList& questions)
{
    if (questions.isEmpty())
        return u"<p>The record leaves none: nothing unconfirmed, unread or unknown.</p>\n"_s;
    QString text = u"<ul>\n"_s;
    for (const auto& question : questions)
        text += u"<li>"_s + question.toHtmlEscaped() + u"</li>\n"_s;
    return text + u"</ul>\n"_s;
}

} // namespace

void writeMarkup(const IncidentReport& report, const std::function<void(const QString&)>& put,
    const std::function<void(const Chart&)>& draw)
{
    put(u"<h1>%1</h1>\n<p>%2</p>\n<h2>Summary</h2>\n"_s.arg(
            titleOf(report).toHtmlEscaped(), gistOf(report).toHtmlEscaped())
        + factsMarkup(summaryOf(report)) + u"<h2>Incidents</h2>\n"_s
        + tableMarkup(incidentsTable(report),
            u"None: the fleet was never known to be worse than HEALTHY, and nobody declared one."_s)
        + u"<h2>Open questions</h2>\n"_s + questionsMarkup(report.questions) + u"<h2>Charts</h2>\n"_s);
    for (const auto& chart : chartsOf(report)) {
        put(u"<h3>%1</h3>\n"_s.arg(chart.title.toHtmlEscaped()));
        draw(chart);
    }
    put(u"<h2>What users got</h2>\n"_s + tableMarkup(answersTable(report), u"It was not recorded."_s)
        + u"<h2>Operator actions</h2>\n"_s + tableMarkup(actionsTable(report), u"None in this record."_s)
        + u"<h2>Timeline</h2>\n"_s + tableMarkup(timelineTable(report), u"Nothing happened in this record."_s)
        + u"<p class=\"small\">%1</p>\n"_s.arg(provenanceOf(report).toHtmlEscaped()));
}

} // namespace rungwatch::exchange
