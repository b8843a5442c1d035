// SPDX-License-Identifier: GPL-3.0-or-later
#include "events_pane.h"

#include "ui/format/time_text.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/palette.h"
#include "ui/theme/type.h"
#include "ui/widgets/event_delegate.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int fieldWidth = 260;
constexpr int narrowFieldWidth = 170;

/// A list would take letters for a search; here they are the window's.
bool movesInList(int key)
{
    constexpr int keys[]{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};
    return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

void paintKey(QPainter& painter, const QRect& box, const QString& key, const theme::Tokens& tokens)
{
    painter.setPen(tokens.ctl);
    painter.drawRect(box);
    painter.setPen(tokens.t2);
    painter.setFont(theme::figureFont(11));
    painter.drawText(box, Qt::AlignCenter, key);
}

} // namespace

EventsPane::EventsPane(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_model(new EventsModel{this})
    , m_filter(new EventsFilter{this})
    , m_field(new QLineEdit{this})
    , m_view(new QTableView{this})
{
    setAccessibleName(QStringLiteral("Events"));
    m_filter->setSourceModel(m_model);
    m_field->setPlaceholderText(QStringLiteral("filter: name, word, kind"));
    m_field->setAccessibleName(QStringLiteral("Filter events"));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, m_filter, &EventsFilter::setFilter);

    m_view->setModel(m_filter);
    m_view->installEventFilter(this);
    m_view->setItemDelegate(new EventDelegate{this});
    m_view->setAccessibleName(QStringLiteral("Events, newest first"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setTabKeyNavigation(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->horizontalHeader()->hide();
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_view->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &EventsPane::unfoldCurrent);
    setTokens(*m_tokens);
}

void EventsPane::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    static_cast<EventDelegate*>(m_view->itemDelegate())->setTokens(tokens);
    m_field->setFont(theme::wordFont(12));
    m_field->setStyleSheet(
        QStringLiteral("QLineEdit { background: %1; color: %2; border: 1px solid %3; border-radius: 3px;"
                       " padding: 0 8px; }"
                       "QLineEdit:focus { border: 2px solid %2; padding: 0 7px; }")
            .arg(tokens.field.name(), tokens.t1.name(), tokens.ctl.name()));
    auto palette = m_field->palette();
    palette.setColor(QPalette::PlaceholderText, tokens.t3);
    m_field->setPalette(palette);
    m_view->setStyleSheet(QStringLiteral("QTableView { background: %1; border: none; }").arg(tokens.bg1.name())
        + theme::scrollBarSheet(tokens));
    m_view->viewport()->update();
    update();
}

void EventsPane::append(const std::vector<fleet::Event>& events)
{
    // Only who looks at the top is moved along with it: no row moves under a reader's eyes.
    const bool atTop = m_view->verticalScrollBar()->value() == 0;
    const int before = m_model->rowCount();
    m_model->append(events);
    const int added = m_model->rowCount() - before;
    if (!atTop && added > 0)
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->value() + added * rowHeight);
    if (m_folded)
        update();
}

void EventsPane::replace(const std::vector<fleet::Event>& events)
{
    m_unfolded = QPersistentModelIndex{};
    m_model->replace(events);
    m_view->scrollToTop();
    update();
}

void EventsPane::setFolded(bool folded, const QString& openKey)
{
    m_folded = folded;
    m_openKey = openKey;
    layOut();
}

void EventsPane::focusFilter()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

bool EventsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            m_field->clear();
            m_view->setFocus();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            m_view->setFocus();
            if (!m_view->currentIndex().isValid())
                m_view->setCurrentIndex(m_filter->index(0, 0));
            return true;
        }
    }
    if (watched == m_view && event->type() == QEvent::KeyPress && !movesInList(static_cast<QKeyEvent*>(event)->key())) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void EventsPane::layOut()
{
    m_field->setVisible(!m_folded);
    m_view->setVisible(!m_folded);
    const int keyWidth = 28;
    const int field = width() < 600 ? narrowFieldWidth : fieldWidth;
    m_field->setGeometry(width() - padding - keyWidth - field, 5, field, headHeight - 10);
    // Whole rows only: half a line can't be read.
    const int room = std::max(0, height() - headHeight - 1);
    m_view->setGeometry(0, headHeight + 1, width(), room - room % rowHeight);
    m_view->setColumnWidth(EventsModel::Seq, 72);
    m_view->setColumnWidth(EventsModel::Time, 94);
    m_view->setColumnWidth(EventsModel::Subject, width() < 900 ? 160 : 190);
    unfoldCurrent();
    update();
}

void EventsPane::unfoldCurrent()
{
    if (m_unfolded.isValid())
        m_view->setRowHeight(m_unfolded.row(), rowHeight);
    m_unfolded = m_view->currentIndex();
    if (!m_unfolded.isValid())
        return;
    const auto text = m_unfolded.sibling(m_unfolded.row(), EventsModel::Text).data().toString();
    m_view->setRowHeight(m_unfolded.row(), EventDelegate::heightOf(text, m_view->columnWidth(EventsModel::Text)));
    m_view->scrollTo(m_unfolded);
}

void EventsPane::resizeEvent(QResizeEvent*)
{
    layOut();
}

void EventsPane::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    if (m_folded)
        paintFolded(painter);
    else
        paintHead(painter);
}

void EventsPane::paintHead(QPainter& painter) const
{
    const auto titleFont = theme::wordFont(13, QFont::DemiBold);
    const auto title = QStringLiteral("Events");
    painter.setPen(m_tokens->t1);
    painter.setFont(titleFont);
    painter.drawText(QRect{padding, 0, 200, headHeight}, Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setPen(m_tokens->t3);
    painter.setFont(theme::wordFont(12));
    painter.drawText(QRect{padding + QFontMetrics{titleFont}.horizontalAdvance(title) + 12, 0, 300, headHeight},
        Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("newest first, UTC"));
    paintKey(painter, {width() - padding - 19, 7, 18, 18}, QStringLiteral("/"), *m_tokens);
    painter.setPen(m_tokens->l1);
    painter.drawLine(0, headHeight, width(), headHeight);
}

void EventsPane::paintFolded(QPainter& painter) const
{
    int x = padding;
    const auto put = [&](const QString& text, const QFont& font, const QColor& colour, int room) {
        painter.setFont(font);
        painter.setPen(colour);
        const auto shown = QFontMetrics{font}.elidedText(text, Qt::ElideRight, room);
        painter.drawText(QRect{x, 0, room, height()}, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
        x += QFontMetrics{font}.horizontalAdvance(shown) + 8;
    };
    put(QStringLiteral("Newest"), theme::wordFont(13, QFont::DemiBold), m_tokens->t1, 80);
    const auto* line = m_model->newest();
    if (!line) {
        put(QStringLiteral("no event yet"), theme::wordFont(12), m_tokens->t2, width() - x - padding);
        return;
    }
    put(format::utcTenth(line->at), theme::figureFont(12), m_tokens->t1, 90);
    theme::paintMark(painter, QRectF(x, height() / 2.0 - 7, 14, 14), line->mark, *m_tokens);
    x += 20;
    const bool abnormal = theme::isAbnormal(line->mark);
    put(line->subject, theme::wordFont(12, abnormal ? QFont::DemiBold : QFont::Normal),
        abnormal ? theme::wordColourOf(line->mark, *m_tokens) : m_tokens->t1, 200);
    put(line->text, theme::wordFont(12), m_tokens->t2, std::max(0, width() - x - padding - 32));
    if (!m_openKey.isEmpty())
        paintKey(painter, {width() - padding - 19, height() / 2 - 9, 18, 18}, m_openKey, *m_tokens);
}

} // namespace rungwatch
