// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/report_charts.h"

#include "app/exchange/svg_canvas.h"
#include "ui/format/figure_text.h"
#include "ui/format/words.h"
#include "ui/theme/tokens.h"

#include <array>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

using Anchor = SvgCanvas::Anchor;

const theme::Tokens& paper()
{
    return theme::Tokens::of(theme::ThemeName::Light);
}

QString colourOf(HealthLevel level)
{
    switch (level) {
    case HealthLevel::Healthy:
        return u"#c3ccd3"_s; // grey is normal
    case HealthLevel::Degraded:
        return paper().warn.name();
    case HealthLevel::Critical:
        return paper().crit.name();
    case HealthLevel::Unavailable:
        return paper().gone.name();
    case HealthLevel::Unknown:
        break;
    }
    return {};
}

QString colourOf(breaker::Phase phase)
{
    switch (phase) {
    case breaker::Phase::Closed:
        return u"#c3ccd3"_s;
    case breaker::Phase::Open:
        return paper().crit.name();
    case breaker::Phase::HalfOpen:
        return paper().warn.name();
    case breaker::Phase::ForcedOpen:
        return paper().hand.name();
    case breaker::Phase::Disabled:
        break;
    }
    return u"#8b98a3"_s;
}

/// The further down, the worse: the row says it, the colour says it again.
Chart levelChart(const IncidentReport& report)
{
    constexpr std::array rows{HealthLevel::Healthy, HealthLevel::Unknown, HealthLevel::Degraded, HealthLevel::Critical,
        HealthLevel::Unavailable};
    constexpr int rowHeight = 20;
    constexpr int top = 8;
    constexpr int bottom = top + rowHeight * static_cast<int>(rows.size());
    SvgCanvas canvas(report.start, report.end);
    canvas.axis(top, bottom);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const double y = top + rowHeight * static_cast<double>(row);
        canvas.text(SvgCanvas::left - 10, y + 15, format::word(rows[row]), Anchor::End);
        for (const auto& span : report.levels) {
            if (span.level != rows[row])
                continue;
            const auto from = canvas.x(span.from);
            const auto length = canvas.x(span.to) - from;
            if (span.level == HealthLevel::Unknown)
                canvas.unknown(from, y + 3, length, rowHeight - 6);
            else
                canvas.rect(from, y + 3, length, rowHeight - 6, colourOf(span.level));
        }
    }
    Chart chart{u"The fleet's level"_s, u"Level of the fleet over time, worst %1"_s.arg(format::word(report.worst)), {},
        SvgCanvas::width, bottom + 24};
    chart.svg = canvas.document(chart.height, chart.title);
    return chart;
}

/// A row of a feature's rungs with their colours and how much of all each gave; gives the y below it.
int legend(SvgCanvas& canvas, const FeatureAnswers& feature, int y)
{
    double x = SvgCanvas::left;
    for (const auto& rung : feature.rungs) {
        const auto ink = paper().ink(rung.kind);
        const auto label = format::rungLabel(rung.rung) + u' ' + format::grouped(rung.count);
        const double room = 26 + 7.6 * static_cast<double>(label.size());
        if (x + room > SvgCanvas::right) {
            x = SvgCanvas::left;
            y += 18;
        }
        canvas.rect(x, y, 12, 12, ink.fill.name(), ink.edge.name());
        canvas.text(x + 17, y + 11, label);
        x += room;
    }
    return y + 26;
}

/// Each interval a bar of what its answers came from, the first rung at the bottom.
Chart shareChart(const IncidentReport& report, const FeatureAnswers& feature)
{
    constexpr int plot = 120;
    SvgCanvas canvas(report.start, report.end);
    const int top = legend(canvas, feature, 6);
    canvas.axis(top, top + plot);
    for (const int share : {0, 50, 100}) {
        canvas.text(SvgCanvas::left - 10, top + plot - plot * share / 100.0 + 5, QString::number(share) + u" %"_s,
            Anchor::End, SvgCanvas::quiet);
    }
    for (const auto& point : feature.intervals) {
        std::uint64_t all = 0;
        for (const auto& [rung, count] : point.interval.served)
            all += count;
        const auto from = canvas.x(point.start);
        const auto length = canvas.x(point.end) - from;
        double y = top + plot;
        for (const auto& rung : feature.rungs) {
            const auto served = point.interval.served.find(rung.rung);
            if (all == 0 || served == point.interval.served.end() || served->second == 0)
                continue;
            const auto height = plot * static_cast<double>(served->second) / static_cast<double>(all);
            const auto ink = paper().ink(rung.kind);
            y -= height;
            canvas.rect(from, y, length - 0.5, height, ink.fill.name(), ink.hatched ? ink.edge.name() : QString());
        }
    }
    const auto name = format::plainLine(feature.feature);
    Chart chart{u"What users of %1 got"_s.arg(name), u"Share of each rung in the answers of %1 by interval"_s.arg(name),
        {}, SvgCanvas::width, top + plot + 24};
    chart.svg = canvas.document(chart.height, chart.title);
    return chart;
}

void drawLane(SvgCanvas& canvas, const BreakerLane& lane, double y, WallTime end)
{
    for (std::size_t i = 0; i < lane.points.size(); ++i) {
        const auto from = canvas.x(lane.points[i].at);
        const auto length = canvas.x(i + 1 < lane.points.size() ? lane.points[i + 1].at : end) - from;
        const auto phase = lane.points[i].phase;
        if (!phase)
            canvas.unknown(from, y, length, 14);
        else if (*phase == breaker::Phase::Closed)
            canvas.rect(from, y + 5, length, 4, colourOf(*phase)); // thin: nothing to see
        else
            canvas.rect(from, y, length, 14, colourOf(*phase));
    }
}

QString shortened(const QString& text)
{
    constexpr qsizetype most = 22;
    return text.size() <= most ? text : u"…"_s + text.right(most - 1);
}

Chart breakerChart(const IncidentReport& report)
{
    constexpr int rowHeight = 22;
    constexpr std::size_t most = 30;
    SvgCanvas canvas(report.start, report.end);
    double x = SvgCanvas::left;
    for (const auto phase : {breaker::Phase::Open, breaker::Phase::HalfOpen, breaker::Phase::ForcedOpen}) {
        canvas.rect(x, 6, 12, 12, colourOf(phase));
        canvas.text(x + 17, 17, format::word(phase));
        x += 120;
    }
    canvas.rect(x, 10, 12, 4, colourOf(breaker::Phase::Closed));
    canvas.text(x + 17, 17, format::word(breaker::Phase::Closed));
    const auto shown = std::min(most, report.breakers.size());
    const int top = 32;
    const int bottom = top + rowHeight * static_cast<int>(shown);
    canvas.axis(top, bottom);
    for (std::size_t row = 0; row < shown; ++row) {
        const double y = top + rowHeight * static_cast<double>(row);
        canvas.text(
            SvgCanvas::left - 10, y + 15, shortened(format::plainLine(report.breakers[row].address)), Anchor::End);
        drawLane(canvas, report.breakers[row], y + 4, report.end);
    }
    Chart chart{u"Breakers that moved"_s, u"State of each breaker over time"_s, {}, SvgCanvas::width, bottom + 24};
    if (report.breakers.size() > most)
        chart.title += u" (the first %1 of %2)"_s.arg(most).arg(report.breakers.size());
    chart.svg = canvas.document(chart.height, chart.title);
    return chart;
}

} // namespace

std::vector<Chart> chartsOf(const IncidentReport& report)
{
    std::vector<Chart> charts{levelChart(report)};
    for (const auto& feature : report.features)
        if (!feature.intervals.empty() && feature.total() > 0)
            charts.push_back(shareChart(report, feature));
    if (!report.breakers.empty())
        charts.push_back(breakerChart(report));
    return charts;
}

} // namespace rungwatch::exchange
