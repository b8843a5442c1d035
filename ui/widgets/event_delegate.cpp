// SPDX-License-Identifier: GPL-3.0-or-later
#include "event_delegate.h"

#include "ui/models/events_model.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/type.h"
#include "ui/widgets/events_pane.h"

#include <QPainter>

namespace rungwatch {

void EventDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const auto& t = *m_tokens;
    painter->fillRect(option.rect, selected ? t.sel : t.bg1);
    if (selected && index.column() == EventsModel::Seq)
        painter->fillRect(QRect{option.rect.left(), option.rect.top(), 3, option.rect.height()}, t.t1);

    const auto mark = index.data(EventsModel::MarkRole).value<Mark>();
    QRect box = option.rect.adjusted(8, 0, -4, 0);
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
    const auto text = QFontMetrics{font}.elidedText(index.data().toString(),
        index.column() == EventsModel::Subject ? Qt::ElideMiddle : Qt::ElideRight, box.width());
    painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    painter->restore();
}

QSize EventDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {80, EventsPane::rowHeight};
}

} // namespace rungwatch
