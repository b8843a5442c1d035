// SPDX-License-Identifier: GPL-3.0-or-later
#include "features_pane.h"

#include "ui/format/words.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/palette.h"
#include "ui/theme/type.h"
#include "ui/widgets/feature_row_painter.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int top = FeaturesPane::headHeight + FeaturesPane::labelsHeight;

} // namespace

FeaturesPane::FeaturesPane(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAccessibleName(QStringLiteral("Features"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

void FeaturesPane::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    verticalScrollBar()->setStyleSheet(theme::scrollBarSheet(tokens));
    viewport()->update();
}

void FeaturesPane::setView(const FeaturesView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    QStringList said;
    for (const auto& row : m_view.rows)
        said << format::plainLine(row.name.toStdString()) + QLatin1Char{' '} + format::word(row.level)
                + QStringLiteral(", mode ") + format::word(row.stale ? std::nullopt : row.mode.mode)
                + QStringLiteral(", ") + row.sentence;
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    updateScrollBar();
    viewport()->update();
}

void FeaturesPane::setSelected(const QString& feature)
{
    if (feature == m_selected)
        return;
    m_selected = feature;
    const auto box = rowOf(feature);
    auto* scroll = verticalScrollBar();
    if (!box.isEmpty() && box.top() < top)
        scroll->setValue(scroll->value() - (top - box.top()));
    else if (!box.isEmpty() && box.bottom() >= height())
        scroll->setValue(scroll->value() + box.bottom() + 1 - height());
    viewport()->update();
}

void FeaturesPane::setFolded(bool folded)
{
    if (folded == m_folded)
        return;
    m_folded = folded;
    updateScrollBar();
    viewport()->update();
}

int FeaturesPane::rowHeight() const
{
    return m_folded || m_view.rows.size() > mostTallRows ? foldedRow : tallRow;
}

int FeaturesPane::heightNeeded() const
{
    return top + static_cast<int>(m_view.rows.size()) * rowHeight();
}

QRect FeaturesPane::rowBox(std::size_t row) const
{
    // The whole width, with or without a scroll bar: columns don't shift when one comes.
    return {0, top + static_cast<int>(row) * rowHeight() - verticalScrollBar()->value(), width(), rowHeight()};
}

QRect FeaturesPane::rowOf(const QString& feature) const
{
    for (std::size_t row = 0; row < m_view.rows.size(); ++row) {
        if (m_view.rows[row].name == feature)
            return rowBox(row);
    }
    return {};
}

QRect FeaturesPane::killButtonOf(const QString& feature) const
{
    const auto box = rowOf(feature);
    return box.isEmpty() ? box : FeatureRowPainter::killButton(box);
}

void FeaturesPane::updateScrollBar()
{
    const int room = std::max(0, height() - top);
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, heightNeeded() - top - room));
}

void FeaturesPane::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

void FeaturesPane::scrollContentsBy(int, int)
{
    viewport()->update();
}

void FeaturesPane::keyPressEvent(QKeyEvent* event)
{
    event->ignore();
}

void FeaturesPane::mousePressEvent(QMouseEvent* event)
{
    const auto at = event->position().toPoint();
    if (event->button() != Qt::LeftButton || at.y() < top)
        return;
    for (std::size_t i = 0; i < m_view.rows.size(); ++i) {
        const auto box = rowBox(i);
        if (!box.contains(at))
            continue;
        // A copy: the view may change under a slot.
        const auto row = m_view.rows[i];
        Q_EMIT featureSelected(row.name);
        if (!FeatureRowPainter::killButton(box).contains(at) || !row.kill.locked.isEmpty())
            return;
        if (row.kill.revives)
            Q_EMIT reviveRequested(row.name);
        else
            Q_EMIT killRequested(row.name);
        return;
    }
}

void FeaturesPane::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept();
}

QString FeaturesPane::tipAt(const QPoint& at) const
{
    const auto columns = FeatureColumns::of(width());
    for (std::size_t i = 0; i < m_view.rows.size() && at.y() >= top; ++i) {
        const auto box = rowBox(i);
        const auto& row = m_view.rows[i];
        if (!box.contains(at))
            continue;
        for (std::size_t column = 0; column < ladderColumns; ++column) {
            if (!columns.cell(column, box.top(), box.height()).contains(at))
                continue;
            QStringList told;
            for (const auto& rung : row.columns[column])
                told << (rung.forbidden ? QStringLiteral("forbidden: ") + rung.reason
                                        : rung.name + QStringLiteral("  ") + rung.count);
            return told.isEmpty() ? FeatureRowPainter::missingRung(static_cast<LadderColumn>(column))
                                  : told.join(QLatin1Char{'\n'});
        }
        return at.x() < columns.ladder ? row.sentence : row.mode.details.join(QLatin1Char{' '});
    }
    return {};
}

bool FeaturesPane::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    // Escaped in a tag of our own: a tool tip reads markup, and a service's text may hold some.
    const auto tip = tipAt(help->pos());
    QToolTip::showText(help->globalPos(),
        tip.isEmpty() ? tip
                      : QStringLiteral("<span>%1</span>")
                            .arg(tip.toHtmlEscaped().replace(QLatin1Char{'\n'}, QStringLiteral("<br>"))),
        viewport());
    return true;
}

void FeaturesPane::paintEvent(QPaintEvent*)
{
    QPainter painter{viewport()};
    painter.fillRect(viewport()->rect(), m_tokens->bg1);
    painter.save();
    painter.setClipRect(QRect{0, top, width(), height() - top});
    for (std::size_t i = 0; i < m_view.rows.size(); ++i) {
        const auto box = rowBox(i);
        if (box.bottom() < top || box.top() >= height())
            continue;
        FeatureRowPainter{painter, *m_tokens, box, m_view.rows[i].name == m_selected}.paint(m_view.rows[i]);
    }
    painter.restore();
    paintHead(painter);
    paintLabels(painter);
}

void FeaturesPane::paintHead(QPainter& painter) const
{
    const auto& t = *m_tokens;
    painter.fillRect(QRect{0, 0, width(), headHeight}, t.bg2);
    const QRect head{padding, 0, width() - 2 * padding, headHeight};
    const int title =
        theme::drawLine(painter, head, QStringLiteral("Features"), theme::wordFont(13, QFont::DemiBold), t.t1);
    const int summary =
        theme::drawLine(painter, head.adjusted(title + 12, 0, 0, 0), m_view.summary, theme::wordFont(12), t.t2);
    const auto note = head.adjusted(title + summary + 40, 0, 0, 0);
    if (!m_view.warns) {
        theme::drawLine(painter, note, m_view.note, theme::wordFont(12), t.t3, Qt::AlignRight | Qt::AlignVCenter);
        return;
    }
    const auto font = theme::wordFont(12, QFont::DemiBold);
    const int wide = std::min(note.width() - 20, QFontMetrics{font}.horizontalAdvance(m_view.note) + 1);
    const QRect words{note.right() + 1 - wide, 0, wide, headHeight};
    theme::paintMark(painter, QRectF(words.left() - 21, 9, 14, 14), fleet::Freshness::Stale, t);
    theme::drawLine(painter, words, m_view.note, font, t.t1);
}

void FeaturesPane::paintLabels(QPainter& painter) const
{
    struct Name {
        const char* wide;
        const char* narrow;
    };
    constexpr std::array<Name, ladderColumns> names{
        {{"1 primary", "1 prim."}, {"2 secondary", "2 second."}, {"3 small model", "3 small"}, {"4 cache", "4 cache"},
            {"5 rules or list", "5 rules"}, {"6 last, honest", "6 last"}}};
    const auto& t = *m_tokens;
    painter.fillRect(QRect{0, headHeight, width(), labelsHeight}, t.bg1);
    painter.fillRect(0, top - 1, width(), 1, t.l1);
    const auto columns = FeatureColumns::of(width());
    const bool wide = columns.namesRungs();
    const auto put = [&](int x, int room, const QString& text) {
        theme::drawLine(painter, {x, headHeight, room, labelsHeight}, text, theme::wordFont(11), t.t3);
    };
    put(columns.name, columns.nameWidth, wide ? QStringLiteral("Feature · what users get") : QStringLiteral("Feature"));
    for (std::size_t i = 0; i < ladderColumns; ++i)
        put(columns.ladder + static_cast<int>(i) * columns.pitch, columns.pitch - 2,
            QString::fromLatin1(wide ? names[i].wide : names[i].narrow));
    put(columns.mode, columns.modeWidth, QStringLiteral("Mode · return clock"));
    put(columns.cache, columns.cacheWidth, wide ? QStringLiteral("Cached age / limit") : QStringLiteral("Cached age"));
    put(columns.kill, columns.killWidth, QStringLiteral("Kill"));
}

} // namespace rungwatch
