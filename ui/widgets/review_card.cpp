// SPDX-License-Identifier: GPL-3.0-or-later
#include "review_card.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/type.h"
#include "ui/widgets/card_controls.h"
#include "ui/widgets/review_facts.h"
#include "ui/widgets/review_inputs.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>

namespace rungwatch {
namespace {

constexpr int headHeight = 52;
constexpr int footHeight = 82;
constexpr int margin = 24;

/// Which of the four steps is the current one: 0 to 3.
int stepOf(ControlStage stage)
{
    switch (stage) {
    case ControlStage::Selecting:
    case ControlStage::Ended:
        return 0;
    case ControlStage::Locked:
    case ControlStage::Ready:
        return 1;
    case ControlStage::Requested:
    case ControlStage::Accepted:
    case ControlStage::Refused:
    case ControlStage::Unconfirmed:
        return 2;
    case ControlStage::Confirmed:
        return 3;
    }
    return 0;
}

} // namespace

ReviewCard::ReviewCard(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_facts(new ReviewFacts{this})
    , m_inputs(new ReviewInputs{this})
    , m_cancel(new CardButton{CardButton::Kind::Plain, this})
    , m_operate(new CardButton{CardButton::Kind::Operate, this})
{
    m_cancel->setText(QStringLiteral("Cancel"));
    m_cancel->setKeyHint(QStringLiteral("Esc"));
    connect(m_inputs, &ReviewInputs::drafted, this, &ReviewCard::drafted);
    connect(m_cancel, &QAbstractButton::clicked, this, &ReviewCard::cancelled);
    connect(m_operate, &QAbstractButton::clicked, this, [this] {
        if (m_view.offersAgain)
            Q_EMIT againRequested();
        else
            Q_EMIT operateRequested();
    });
    for (auto* child : findChildren<QWidget*>())
        child->installEventFilter(this);
    setTabOrder(m_inputs->lastField(), m_operate);
    setTabOrder(m_operate, m_cancel);
    setFocusProxy(m_cancel);
}

void ReviewCard::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_facts->setTokens(tokens);
    m_inputs->setTokens(tokens);
    m_cancel->setTokens(tokens);
    m_operate->setTokens(tokens);
    update();
}

const ControlDraft& ReviewCard::draft() const
{
    return m_inputs->draft();
}

void ReviewCard::clearDraft()
{
    m_inputs->clear();
}

void ReviewCard::setView(const ControlView& view)
{
    m_view = view;
    m_facts->setView(view);
    m_inputs->setView(view);
    // Choices may have been made anew.
    for (auto* child : m_inputs->findChildren<QWidget*>())
        child->installEventFilter(this);
    setTabOrder(m_inputs->lastField(), m_operate);
    setAccessibleName(view.title);
    setAccessibleDescription(view.footHead + QStringLiteral(". ") + view.footText);

    m_cancel->setText(view.takesInput ? QStringLiteral("Cancel") : QStringLiteral("Close"));
    const bool hadFocus = m_operate->hasFocus();
    m_operate->setText(view.operateText);
    m_operate->setKind(view.offersAgain ? CardButton::Kind::Plain : CardButton::Kind::Operate);
    m_operate->setVisible(view.canOperate || view.takesInput || view.offersAgain);
    m_operate->setEnabled(view.canOperate || view.offersAgain);
    // A button that went away under the finger must not pass its focus on to another that acts.
    if (hadFocus && !m_operate->isEnabled())
        m_cancel->setFocus();
    layOut();
    updateGeometry();
    update();
}

QSize ReviewCard::sizeHint() const
{
    const int body = std::max(m_facts->sizeHint().height(), m_inputs->sizeHint().height());
    return {1160, headHeight + body + footHeight};
}

void ReviewCard::layOut()
{
    const int body = std::max(0, height() - headHeight - footHeight);
    const int right = width() * 448 / 1160;
    m_facts->setGeometry(1, headHeight, width() - right - 1, body);
    m_inputs->setGeometry(width() - right, headHeight, right - 1, body);
    const auto operate = m_operate->sizeHint();
    const auto cancel = m_cancel->sizeHint();
    const int y = height() - footHeight + (footHeight - operate.height()) / 2;
    int x = width() - margin + 4;
    if (m_operate->isVisibleTo(this)) {
        x -= operate.width();
        m_operate->setGeometry(x, y, operate.width(), operate.height());
    }
    m_cancel->setGeometry(x - cancel.width(), y, cancel.width(), cancel.height());
}

void ReviewCard::resizeEvent(QResizeEvent*)
{
    layOut();
}

void ReviewCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT cancelled();
    event->accept();
}

bool ReviewCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        // Enter never operates, whatever has the focus and whatever the platform makes of it.
        if (key == Qt::Key_Return || key == Qt::Key_Enter)
            return true;
        if (key == Qt::Key_Escape) {
            Q_EMIT cancelled();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ReviewCard::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
    painter.fillRect(QRect{0, height() - footHeight, width(), footHeight}, m_tokens->bg2);
    painter.setPen(m_tokens->l1);
    painter.drawLine(0, headHeight - 1, width(), headHeight - 1);
    painter.drawLine(0, height() - footHeight, width(), height() - footHeight);
    painter.setPen(m_tokens->l2);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setRenderHint(QPainter::Antialiasing);
    paintHead(painter);
    paintSteps(painter);
    paintFoot(painter);
}

void ReviewCard::paintHead(QPainter& painter) const
{
    theme::paintSign(painter, QRectF{margin, headHeight / 2.0 - 10, 20, 20}, theme::Sign::Hand, m_tokens->hand);
    const auto font = theme::wordFont(18, QFont::DemiBold);
    const int room = width() - 460 - margin - 34;
    painter.setPen(m_tokens->t1);
    painter.setFont(font);
    painter.drawText(QRect{margin + 34, 0, room, headHeight}, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics{font}.elidedText(m_view.title, Qt::ElideMiddle, room));
}

void ReviewCard::paintSteps(QPainter& painter) const
{
    const QString words[] = {
        QStringLiteral("Select"), QStringLiteral("Review"), QStringLiteral("Operate"), QStringLiteral("Confirmed")};
    const int current = stepOf(m_view.stage);
    int x = width() - margin - 420;
    for (int i = 0; i < 4; ++i) {
        const bool reached = i <= current;
        const QPointF centre{x + 10.0, headHeight / 2.0};
        painter.setPen(QPen{reached ? m_tokens->t2 : m_tokens->ctl, 1});
        painter.setBrush(i == current ? m_tokens->t1 : reached ? m_tokens->normal : Qt::transparent);
        painter.drawEllipse(centre, 9, 9);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(reached ? m_tokens->bg1 : m_tokens->t3);
        painter.setFont(theme::figureFont(11, QFont::Medium));
        painter.drawText(QRectF{centre.x() - 10, centre.y() - 10, 20, 20}, Qt::AlignCenter, QString::number(i + 1));
        const auto font = theme::wordFont(12, i == current ? QFont::DemiBold : QFont::Normal);
        const int wide = QFontMetrics{font}.horizontalAdvance(words[i]);
        painter.setFont(font);
        painter.setPen(i == current ? m_tokens->t1 : m_tokens->t3);
        painter.drawText(QRect{x + 26, 0, wide + 2, headHeight}, Qt::AlignLeft | Qt::AlignVCenter, words[i]);
        x += 26 + wide + 10;
        if (i < 3) {
            painter.setPen(m_tokens->l2);
            painter.drawLine(x, headHeight / 2, x + 18, headHeight / 2);
            x += 28;
        }
    }
}

void ReviewCard::paintFoot(QPainter& painter) const
{
    const auto& t = *m_tokens;
    const int top = height() - footHeight;
    const int left = margin + 34;
    const int room = m_cancel->x() - left - 16;
    if (m_view.stage == ControlStage::Locked || m_view.stage == ControlStage::Selecting)
        theme::paintSign(painter, QRectF(margin, top + 24, 18, 18), theme::Sign::Lock, t.t2);
    else
        theme::paintMark(painter, QRectF(margin, top + 24, 18, 18), m_view.footMark, t);
    const bool abnormal = theme::isAbnormal(m_view.footMark);
    const auto headFont = theme::wordFont(13, QFont::DemiBold);
    const auto head = QFontMetrics{headFont}.elidedText(m_view.footHead, Qt::ElideRight, room);
    const auto colour = abnormal ? theme::wordColourOf(m_view.footMark, t) : t.t1;
    int y = top + (m_view.footProgress ? 6 : 12);
    if (abnormal && colour == t.warnWord)
        painter.fillRect(QRect{left - 3, y + 1, QFontMetrics{headFont}.horizontalAdvance(head) + 6, 18}, t.warnMarker);
    painter.setPen(colour);
    painter.setFont(headFont);
    painter.drawText(QRect{left, y, room, 20}, Qt::AlignLeft | Qt::AlignVCenter, head);
    const auto font = theme::wordFont(12);
    const QFontMetrics metrics{font};
    y += 20;
    for (const auto& [text, ink] : {std::pair{m_view.footText, t.t1}, std::pair{m_view.footDetail, t.t2}}) {
        painter.setPen(ink);
        painter.setFont(font);
        painter.drawText(QRect{left, y, room, 18}, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(text, Qt::ElideRight, room));
        y += 18;
    }
    if (m_view.footProgress) {
        const QRect track{left, top + footHeight - 15, std::min(340, room), 5};
        painter.fillRect(track, t.bg3);
        const int done = qRound(std::clamp(*m_view.footProgress, 0.0, 1.0) * track.width());
        painter.fillRect(QRect{track.left(), track.top(), done, track.height()}, t.normal);
    }
}

} // namespace rungwatch
