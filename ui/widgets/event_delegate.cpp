// SPDX-License-Identifier: GPL-3.0-or-later
#include "event_delegate.h"

#include "ui/models/events_model.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/type.h"
#include "ui/widgets/events_pane.h"

#include <QPainter>
#include <QTextLayout>

#include <cmath>
#include <memory>

namespace rungwatch {

namespace {

constexpr int leftMargin = 8;
constexpr int rightMargin = 4;
/// Above the first of several lines, so that it stands where an only one does.
constexpr int wrappedTop = 4;

/// Broken between words, and inside one that is longer than a line.
std::unique_ptr<QTextLayout> wrapped(const QString& text, int width)
{
    auto layout = std::make_unique<QTextLayout>(text, theme::wordFont(12));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout->setTextOption(option);
    qreal y = 0;
    layout->beginLayout();
    for (auto line = layout->createLine(); line.isValid(); line = layout->createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    layout->endLayout();
    return layout;
}

} // namespace

void EventDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const auto& t = *m_tokens;
    painter->fillRect(option.rect, selected ? t.sel : t.bg1);
    if (selected && index.column() == EventsModel::Seq)
        painter->fillRect(QRect{option.rect.left(), option.rect.top(), 3, option.rect.height()}, t.t1);

    const auto mark = index.data(EventsModel::MarkRole).value<Mark>();
    QRect box = option.rect.adjusted(leftMargin, 0, -rightMargin, 0);
    box.setHeight(EventsPane::rowHeight); // of a row that is higher, the first line
    QFont font = theme::wordFont(12);
    QColor colour = t.t2;
    switch (index.column()) {
    case EventsModel::Seq:
        font = theme::figureFont(12);
        colour = t.t3;
        box.setLeft(option.rect.left() + 16);
        break;
    case EventsModel::Time:
        font = theme::figureFont(12);
        colour = t.t1;
        break;
    case EventsModel::Subject: {
        theme::paintMark(*painter, QRectF(box.left(), box.center().y() - 6, 14, 14), mark, t);
        box.setLeft(box.left() + 22);
        const bool abnormal = theme::isAbnormal(mark);
        font = theme::wordFont(12, abnormal ? QFont::DemiBold : QFont::Normal);
        colour = abnormal ? theme::wordColourOf(mark, t) : t.t1;
        break;
    }
    default:
        break;
    }
    painter->setPen(colour);
    painter->setFont(font);
    if (index.column() == EventsModel::Text && option.rect.height() > EventsPane::rowHeight) {
        wrapped(index.data().toString(), box.width())->draw(painter, box.topLeft() + QPointF(0, wrappedTop));
        painter->restore();
        return;
    }
    const auto text = QFontMetrics{font}.elidedText(index.data().toString(),
        index.column() == EventsModel::Subject ? Qt::ElideMiddle : Qt::ElideRight, box.width());
    painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    painter->restore();
}

int EventDelegate::heightOf(const QString& text, int width)
{
    const auto layout = wrapped(text, std::max(1, width - leftMargin - rightMargin));
    // Whole rows, so that the list still ends with one.
    const auto needed = layout->lineCount() <= 1 ? 1.0 : layout->boundingRect().height() + wrappedTop;
    return static_cast<int>(std::ceil(needed / EventsPane::rowHeight)) * EventsPane::rowHeight;
}

QSize EventDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {80, EventsPane::rowHeight};
}

} // namespace rungwatch
