// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/report_files.h"
#include "app/exchange/report_text.h"
#include "ui/format/words.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

/// Columns of a chart in characters.
constexpr int columns{80};

QString tableText(const Table& table, const QString& emptyText)
{
    if (table.rows.empty())
        return markdownText(emptyText) + u"\n\n"_s;
    QString text = u"|"_s;
    QString rule = u"|"_s;
    for (const auto& head : table.heads) {
        text += u" %1 |"_s.arg(markdownText(head));
        rule += u" --- |"_s;
    }
    text += u'\n' + rule + u'\n';
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const bool stands = i < table.stands.size() && table.stands[i];
        text += u"|"_s;
        for (const auto& cell : table.rows[i]) {
            const auto words = markdownText(cell);
            text += stands && !words.isEmpty() ? u" **%1** |"_s.arg(words) : u" %1 |"_s.arg(words);
        }
        text += u'\n';
    }
    return text + u'\n';
}

/// The worst level of each slice of time, a letter each; a dot is healthy.
QString levelStrip(const IncidentReport& report)
{
    constexpr std::array letters{u'.', u'D', u'C', u'U', u'?'};
    constexpr std::array ranks{0, 1, 3, 4, 2};
    const auto length = std::max<Duration>(report.end - report.start, Duration{columns});
    QString strip(columns, u' ');
    for (int column = 0; column < columns; ++column) {
        const auto from = report.start + length / columns * column;
        const auto to = report.start + length / columns * (column + 1);
        int worst = -1;
        for (const auto& span : report.levels) {
            const auto level = static_cast<std::size_t>(span.level);
            if (span.from < to && span.to >= from && ranks[level] > worst) {
                worst = ranks[level];
                strip[column] = letters[level];
            }
        }
    }
    return u"```\n%1\n%2%3\n```\n\nA letter is the worst level of %4 seconds: `.` healthy, `D` degraded, `C` critical, "
           u"`U` "
           u"unavailable, `?` not known.\n\n"_s
               .arg(strip, dayAndTime(report.start),
                   dayAndTime(report.end).rightJustified(columns - dayAndTime(report.start).size()))
               .arg(toSeconds(length) / columns, 0, 'f', 1);
}

/// A bar for each rung, as long as its share.
QString shareBars(const FeatureAnswers& feature)
{
    qsizetype widest = 0;
    for (const auto& rung : feature.rungs)
        widest = std::max(widest, format::plainLine(rung.rung).size());
    QString text = u"```\n"_s;
    for (const auto& rung : feature.rungs) {
        const auto share = static_cast<double>(rung.count) / static_cast<double>(feature.total());
        auto name = format::plainLine(rung.rung);
        name.replace(u'`', u'\'');
        text += name.leftJustified(widest) + u"  "_s + QString(static_cast<int>(std::ceil(share * 50)), u'█') + u' '
            + QString::number(rung.count) + u'\n';
    }
    return text + u"```\n\n"_s;
}

} // namespace

QString markdownText(const QString& text)
{
    QString safe;
    for (const auto c : text) {
        if (c == u'<')
            safe += u"&lt;"_s;
        else if (c == u'>')
            safe += u"&gt;"_s;
        else if (c == u'&')
            safe += u"&amp;"_s;
        else if (QStringView(u"\\`*_{}[]()#+!|~@:").contains(c) && c != u':')
            safe += u'\\' + QString(c);
        else
            safe += c;
    }
    // What begins a list, a heading or an address would be made one.
    if (safe.startsWith(u'-') || safe.startsWith(u'='))
        safe.prepend(u'\\');
    safe.replace(u"://"_s, u"&#58;//"_s);
    return safe;
}

QByteArray markdownOf(const IncidentReport& report)
{
    QString text = u"# %1\n\n%2\n\n## Summary\n\n"_s.arg(markdownText(titleOf(report)), markdownText(gistOf(report)));
    Table facts{{u"What"_s, u"Value"_s}, {}, {}};
    for (const auto& fact : summaryOf(report))
        facts.rows.push_back({fact.name, fact.value});
    text += tableText(facts, {});
    text += u"## Incidents\n\n"_s
        + tableText(incidentsTable(report),
            u"None: the fleet was never known to be worse than HEALTHY, and nobody declared one."_s)
        + u"## Open questions\n\n"_s;
    if (report.questions.isEmpty())
        text += u"The record leaves none: nothing unconfirmed, unread or unknown.\n"_s;
    for (const auto& question : report.questions)
        text += u"- %1\n"_s.arg(markdownText(question));
    text += u"\n## The fleet's level\n\n"_s + levelStrip(report) + u"## What users got\n\n"_s;
    for (const auto& feature : report.features)
        if (feature.total() > 0)
            text += u"%1:\n\n"_s.arg(markdownText(format::plainLine(feature.feature))) + shareBars(feature);
    text += tableText(answersTable(report), u"It was not recorded."_s);
    text += u"## Operator actions\n\n"_s + tableText(actionsTable(report), u"None in this record."_s);
    text += u"## Timeline\n\n"_s + tableText(timelineTable(report), u"Nothing happened in this record."_s);
    text += markdownText(provenanceOf(report)) + u'\n';
    return text.toUtf8();
}

} // namespace rungwatch::exchange
