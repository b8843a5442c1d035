// SPDX-License-Identifier: GPL-3.0-or-later
#include "rung_share_chart.h"

#include "ui/charts/plotted.h"
#include "ui/format/time_text.h"
#include "ui/theme/hatch.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch::charts {
namespace {

constexpr int labelLine = 15;
/// The coloured patch and the space behind it.
constexpr int patchRoom = 12;

QFont labelFont()
{
    return theme::wordFont(11);
}

QFont shareFont()
{
    return theme::figureFont(11, QFont::Medium);
}

QBrush brushOf(const theme::Ink& ink)
{
    return ink.hatched ? theme::hatchBrush(ink.edge, ink.fill, 6) : QBrush{ink.fill};
}

QString shareText(double share)
{
    const auto number = share < 0.5 ? QStringLiteral("<1") : QString::number(share, 'f', 0);
    return number + QStringLiteral("\u00a0%");
}

} // namespace

RungShareChart::RungShareChart(QWidget* parent)
    : ChartRow(QStringLiteral("Answered by"), parent)
{
    setScale({{0, QStringLiteral("0")}, {50, QStringLiteral("50")}, {100, QStringLiteral("100 %")}});
    plot().setTop(100);
    setTokens(tokens());
}

void RungShareChart::setTokens(const theme::Tokens& tokens)
{
    ChartRow::setTokens(tokens);
    for (auto& layer : m_layers)
        setInk(layer);
}

void RungShareChart::setInk(Layer& layer)
{
    const auto ink = tokens().ink(layer.kind);
    layer.area.setBrush(brushOf(ink));
    layer.edge.setPen(QPen{ink.edge, 1});
}

void RungShareChart::setRungs(const std::vector<RungName>& rungs)
{
    // All areas before all edges, so that no area covers the edge below it.
    const auto before = m_layers.size();
    while (m_layers.size() < rungs.size()) {
        m_layers.push_back({RungKind::Unavailable, RunAreas{plot().attach()}, RunLines{plot().attach()}});
        m_layers.back().area.reserve(1);
    }
    for (auto i = before; i < m_layers.size(); ++i)
        m_layers[i].edge.reserve(1);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m_layers[i].kind = i < rungs.size() ? rungs[i].kind : RungKind::Unavailable;
        setInk(m_layers[i]);
    }
}

void RungShareChart::setSeries(const FeatureSeries& series, const TimeAxis& axis)
{
    auto own = axis;
    own.left = 0;
    setRungs(series.rungs);
    setUnit(series.trafficNote);
    setBackdrop(series, axis);
    const auto areas = stackedAreas(series.intervals, series.rungs.size(), own);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        auto& layer = m_layers[i];
        if (i < areas.size()) {
            layer.area.replace(areas[i].lower, areas[i].upper);
            layer.edge.replace(areas[i].edge);
        } else {
            layer.area.replace({}, {});
            layer.edge.replace({});
        }
    }
    setLabels(series);
    plot().setWords(series.intervals.empty() ? series.emptyWords : wordsBefore(series, own));
    plot().setGapWords(series.gaps.empty()
            ? QString{}
            : QStringLiteral("no data since ") + format::utcSecond(series.gaps.back().from));
    update();
}

/// Where a good part of the plot is empty at its left: since when there is anything, so that nobody takes it for zero.
QString RungShareChart::wordsBefore(const FeatureSeries& series, const TimeAxis& own) const
{
    const auto first = series.intervals.front().start;
    const auto words = QStringLiteral("nothing before ") + format::utcMinute(first);
    const int room = own.pixelOf(first) - 16;
    return QFontMetrics{theme::wordFont(12)}.horizontalAdvance(words) <= room ? words : QString{};
}

void RungShareChart::setLabels(const FeatureSeries& series)
{
    m_labels.clear();
    m_stale = series.stale;
    if (series.intervals.empty())
        return;
    double below = 0;
    const auto& shares = series.intervals.back().shares;
    for (std::size_t i = 0; i < std::min(shares.size(), series.rungs.size()); ++i) {
        if (shares[i] > 0)
            m_labels.push_back({series.rungs[i].kind, series.rungs[i].name, shares[i], below + shares[i] / 2});
        below += shares[i];
    }
    std::reverse(m_labels.begin(), m_labels.end());
}

std::vector<LabelPlace> RungShareChart::labelPlaces(int room) const
{
    std::vector<LabelPlace> places;
    int total = 0;
    const QFontMetrics words{labelFont()};
    const QFontMetrics figures{shareFont()};
    for (const auto& label : m_labels) {
        const int wide =
            patchRoom + words.horizontalAdvance(label.name) + 6 + figures.horizontalAdvance(shareText(label.share));
        places.push_back({plot().yOf(label.middle), wide > room ? 2 * labelLine - 2 : labelLine});
        total += places.back().height;
    }
    if (total > height()) {
        for (auto& place : places)
            place.height = labelLine;
    }
    return places;
}

void RungShareChart::paintValue(QPainter& painter)
{
    const QRect column = valueColumn().adjusted(4, 0, 0, 0);
    const auto places = labelPlaces(column.width());
    const auto placed = placedLabels(places, height());
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        const int tall = places[i].height;
        paintLabel(painter, m_labels[i], {column.left(), placed[i] - tall / 2, column.width(), tall});
    }
}

void RungShareChart::paintLabel(QPainter& painter, const Label& label, const QRect& box) const
{
    const QRect first{box.left(), box.top(), box.width(), labelLine};
    const bool twoLines = box.height() > labelLine;
    const auto ink = tokens().ink(label.kind);
    painter.fillRect(QRect{first.left(), first.center().y() - 4, 8, 8},
        m_stale           ? QBrush{tokens().l2}
            : ink.hatched ? brushOf(ink)
                          : QBrush{ink.edge});
    const auto share = shareText(label.share);
    const int figure = twoLines ? 0 : QFontMetrics{shareFont()}.horizontalAdvance(share) + 6;
    const QRect name = first.adjusted(patchRoom, 0, -figure, 0);
    painter.setPen(m_stale ? tokens().t2 : tokens().t1);
    painter.setFont(labelFont());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics{labelFont()}.elidedText(label.name, Qt::ElideRight, name.width()));
    painter.setFont(shareFont());
    painter.drawText(twoLines ? first.translated(0, labelLine - 2) : first, Qt::AlignRight | Qt::AlignVCenter, share);
}

} // namespace rungwatch::charts
