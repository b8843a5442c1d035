// SPDX-License-Identifier: GPL-3.0-or-later
#include "signal_chart.h"

#include "ui/theme/type.h"

#include <QPainter>

#include <cmath>

namespace rungwatch::charts {
namespace {

/// Qt Charts draws series in the order they were made: enough for a few gaps, so that no area covers a line.
constexpr std::size_t reservedRuns = 8;

/// The runs with other values: the edges of what is filled.
std::vector<Run> mapped(std::vector<Run> runs, const std::function<double(double)>& value)
{
    for (auto& run : runs) {
        for (auto& point : run)
            point.setY(value(point.y()));
    }
    return runs;
}

double highestOf(const std::vector<Run>& runs)
{
    double highest = 0;
    for (const auto& run : runs) {
        for (const auto& point : run)
            highest = std::max(highest, point.y());
    }
    return highest;
}

} // namespace

SignalChart::SignalChart(Signal signal, QWidget* parent)
    : ChartRow(signal.title(), parent)
    , m_signal(signal)
    , m_overArea(plot().attach())
    , m_line(plot().attach())
    , m_over(plot().attach())
{
    m_overArea.reserve(reservedRuns);
    m_line.reserve(reservedRuns);
    m_over.reserve(reservedRuns);
    setTokens(tokens());
}

void SignalChart::setTokens(const theme::Tokens& tokens)
{
    ChartRow::setTokens(tokens);
    m_overArea.setBrush(tokens.critbg);
    m_line.setPen(QPen{tokens.line, 1});
    QPen over{tokens.crit, 2};
    over.setCapStyle(Qt::FlatCap);
    over.setJoinStyle(Qt::MiterJoin);
    m_over.setPen(over);
}

void SignalChart::setSeries(const FeatureSeries& series, const TimeAxis& axis)
{
    auto own = axis;
    own.left = 0;
    const bool isAge = m_signal.kind == Signal::Kind::CachedAge;
    m_shown = !isAge || series.hasCache;
    m_limit = m_shown ? m_signal.limit(series) : std::nullopt;
    m_now = m_signal.now(series);
    m_stale = series.stale;
    m_untold = !isAge && !m_now && !m_stale && !series.intervals.empty();

    const auto runs = m_shown ? decimateSteps(m_signal.samples(series, axis.range.to), own) : std::vector<Run>{};
    const double top = m_signal.top(highestOf(runs), m_limit);
    setTop(top);
    setBackdrop(series, axis);
    plot().setLimit(m_limit);
    m_line.replace(runs);
    plotOver(runs);

    const auto number = [](double value) { return QString::number(value, 'g', 6); };
    if (!m_shown)
        setScale({});
    else if (isAge && m_limit)
        setScale({{*m_limit, number(*m_limit)}, {0, QStringLiteral("0")}});
    else
        setScale({{0, QStringLiteral("0")}, {top / 2, number(top / 2)}, {top, number(top)}});
    if (!m_shown)
        plot().setWords(QStringLiteral("no cache on this ladder"));
    else
        // Intervals that were there and are out of sight are none that are to come.
        plot().setWords(isAge || !series.intervals.empty() || series.emptyWords.isEmpty()
                ? QString{}
                : QStringLiteral("no interval yet"));
    update();
}

void SignalChart::plotOver(const std::vector<Run>& runs)
{
    if (!m_limit) {
        m_over.replace({});
        m_overArea.replace({}, {});
        return;
    }
    // An age at its limit is not over it: the next number above is.
    const double least = m_signal.isOver(*m_limit, *m_limit) ? *m_limit : std::nextafter(*m_limit, HUGE_VAL);
    m_over.replace(atOrAbove(runs, least));
    const double limit = *m_limit;
    m_overArea.replace(mapped(runs, [limit](double) { return limit; }),
        mapped(runs, [limit](double value) { return std::max(value, limit); }));
}

void SignalChart::paintValue(QPainter& painter)
{
    const auto column = valueColumn();
    if (m_limit) {
        const int y = std::clamp(plot().yOf(*m_limit), 40, std::max(40, height() - 8));
        painter.setPen(tokens().t2);
        painter.setFont(theme::wordFont(11));
        painter.drawText(QRect{column.left() + 4, y - 8, column.width() - 4, 16}, Qt::AlignLeft | Qt::AlignVCenter,
            m_signal.limitText(*m_limit));
    }
    if (!m_shown)
        return;
    const bool over = m_now && m_limit && m_signal.isOver(*m_now, *m_limit) && !m_stale;
    painter.setPen(over ? tokens().crit : m_stale || !m_now ? tokens().t3 : tokens().t1);
    painter.setFont(theme::figureFont(16, QFont::DemiBold));
    painter.drawText(QRect{column.left(), 0, column.width(), 20}, Qt::AlignRight | Qt::AlignVCenter,
        m_now          ? m_signal.valueText(*m_now)
            : m_untold ? QStringLiteral("–")
                       : QStringLiteral("?"));
    const auto word = m_untold ? QStringLiteral("none told")
        : !m_now               ? QStringLiteral("unknown")
        : m_stale              ? QStringLiteral("last known")
                               : m_signal.wordFor(*m_now, m_limit);
    painter.setPen(over ? tokens().crit : tokens().t3);
    painter.setFont(theme::wordFont(11, over ? QFont::DemiBold : QFont::Normal));
    painter.drawText(QRect{column.left(), 19, column.width(), 16}, Qt::AlignRight | Qt::AlignVCenter, word);
}

} // namespace rungwatch::charts
