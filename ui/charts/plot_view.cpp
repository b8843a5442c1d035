// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_view.h"

#include "ui/theme/hatch.h"
#include "ui/theme/type.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QValueAxis>

namespace rungwatch::charts {
namespace {

/// Pixels above the highest and below the lowest value.
constexpr int air = 2;

} // namespace

Backdrop Backdrop::of(const FeatureSeries& series, const TimeAxis& axis)
{
    Backdrop backdrop;
    for (const auto& segment : series.modes) {
        const Span span{axis.pixelOf(segment.from), axis.pixelOf(segment.to), segment.mode};
        if (span.to > span.from && segment.mode && *segment.mode != Mode::Primary)
            backdrop.modes.push_back(span);
    }
    for (const auto& gap : series.gaps) {
        Span span{axis.pixelOf(gap.from), axis.pixelOf(gap.to), std::nullopt};
        // A gap is never too short to be seen.
        if (gap.to > axis.range.from && gap.from < axis.range.to) {
            span.to = std::max(span.to, span.from + 1);
            backdrop.gaps.push_back(span);
        }
    }
    for (const auto& tick : axis.ticks())
        backdrop.grid.push_back(tick.pixel);
    return backdrop;
}

PlotView::PlotView(QWidget* parent)
    : QChartView(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_x(new QValueAxis)
    , m_y(new QValueAxis)
{
    setFrameShape(QFrame::NoFrame);
    setRenderHints({});
    setInteractive(false);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setMinimumSize(1, 1);

    auto* const made = chart();
    made->setBackgroundVisible(false);
    made->legend()->hide();
    made->setMargins({});
    made->layout()->setContentsMargins(0, 0, 0, 0);
    for (auto* axis : {m_x, m_y})
        axis->setVisible(false);
    made->addAxis(m_x, Qt::AlignBottom);
    made->addAxis(m_y, Qt::AlignLeft);
    fitAxes();
}

void PlotView::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    setBackgroundBrush(tokens.bg1);
    update();
    viewport()->update();
}

void PlotView::setTop(double top)
{
    m_top = top;
    fitAxes();
}

void PlotView::setBackdrop(const Backdrop& backdrop)
{
    m_backdrop = backdrop;
    viewport()->update();
}

void PlotView::setLimit(std::optional<double> limit)
{
    m_limit = limit;
    viewport()->update();
}

void PlotView::setWords(const QString& words)
{
    m_words = words;
    viewport()->update();
}

void PlotView::setGapWords(const QString& words)
{
    m_gapWords = words;
    viewport()->update();
}

AttachSeries PlotView::attach()
{
    return [this](QAbstractSeries* series) {
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    };
}

void PlotView::fitAxes()
{
    const double rows = std::max(1, height() - 2 * air);
    m_y->setRange(-m_top * air / rows, m_top * (1 + air / rows));
    m_x->setRange(0, std::max(1, width()));
}

int PlotView::yOf(double value) const
{
    return air + qRound((1 - value / m_top) * std::max(1, height() - 2 * air));
}

void PlotView::drawBackground(QPainter* painter, const QRectF&)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(QRect{0, 0, width(), height()}, m_tokens->bg1);
    for (const auto& span : m_backdrop.modes) {
        const QRect band{span.from, 0, span.to - span.from, height() - 1};
        const bool byHand = *span.mode != Mode::Degraded;
        painter->fillRect(band, byHand ? m_tokens->handbg : m_tokens->warnbg);
        if (byHand)
            painter->fillRect(band, theme::hatchBrush(m_tokens->grid, Qt::transparent, 10));
    }
    painter->setPen(m_tokens->grid);
    for (const int x : m_backdrop.grid)
        painter->drawLine(x, 0, x, height() - 2);
    painter->setPen(m_tokens->l2);
    painter->drawLine(0, height() - 1, width() - 1, height() - 1);
    painter->restore();
}

void PlotView::drawForeground(QPainter* painter, const QRectF&)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (m_limit) {
        QPen pen{m_tokens->t2, 1};
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({4, 3});
        painter->setPen(pen);
        const int y = yOf(*m_limit);
        painter->drawLine(0, y, width() - 1, y);
    }
    drawGaps(painter);
    if (!m_words.isEmpty()) {
        painter->setPen(m_tokens->t2);
        const auto font = theme::wordFont(12);
        const QRect box{8, 0, width() - 16, height()};
        constexpr int flags = Qt::AlignVCenter | Qt::TextWordWrap;
        // No limit is drawn through words.
        if (m_limit)
            painter->fillRect(
                QFontMetrics{font}.boundingRect(box, flags, m_words).adjusted(-4, -1, 4, 1), m_tokens->bg1);
        painter->setFont(font);
        painter->drawText(box, flags, m_words);
    }
    painter->restore();
}

void PlotView::drawGaps(QPainter* painter) const
{
    for (const auto& gap : m_backdrop.gaps) {
        const QRect span{gap.from, 0, gap.to - gap.from, height() - 1};
        painter->fillRect(span, theme::hatchBrush(m_tokens->hatch, m_tokens->bg1));
        painter->setPen(m_tokens->t2);
        painter->drawLine(gap.from, 0, gap.from, height() - 2);
    }
    if (!m_gapWords.isEmpty() && !m_backdrop.gaps.empty())
        drawGapWords(painter, m_backdrop.gaps.back());
}

void PlotView::drawGapWords(QPainter* painter, const Backdrop::Span& gap) const
{
    const auto font = theme::wordFont(11, QFont::DemiBold);
    const int wide = QFontMetrics{font}.horizontalAdvance(m_gapWords) + 12;
    // Left of the gap's beginning where there is room, since the gap is mostly narrow and at the right edge.
    const int left = gap.from - 6 - wide >= 0 ? gap.from - 6 - wide : std::min(gap.from + 6, width() - wide);
    const QRect box{left, 4, wide, 18};
    painter->fillRect(box, m_tokens->bg1);
    painter->setPen(m_tokens->l2);
    painter->drawRect(box.adjusted(0, 0, -1, -1));
    painter->setPen(m_tokens->t1);
    painter->setFont(font);
    painter->drawText(box, Qt::AlignCenter, m_gapWords);
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    chart()->setPlotArea(QRectF{rect()});
    fitAxes();
}

} // namespace rungwatch::charts
