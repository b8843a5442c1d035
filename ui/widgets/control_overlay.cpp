// SPDX-License-Identifier: GPL-3.0-or-later
#include "control_overlay.h"

#include "ui/widgets/card_controls.h"
#include "ui/widgets/review_card.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

namespace rungwatch {

ControlOverlay::ControlOverlay(QWidget* window, int topBar)
    : QWidget(window)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_topBar(topBar)
    , m_card(new ReviewCard{this})
{
    hide();
    window->installEventFilter(this);
}

void ControlOverlay::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_card->setTokens(tokens);
    update();
}

void ControlOverlay::setTopBar(int height)
{
    m_topBar = height;
    layOut();
}

void ControlOverlay::open()
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    layOut();
    show();
    raise();
    m_card->cancelButton().setFocus(Qt::OtherFocusReason);
}

void ControlOverlay::close()
{
    hide();
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::OtherFocusReason);
}

void ControlOverlay::layOut()
{
    const auto* window = parentWidget();
    setGeometry(0, m_topBar, window->width(), std::max(0, window->height() - m_topBar));
    const auto wanted = m_card->sizeHint();
    const int wide = std::min(wanted.width(), width() - 32);
    const int tall = std::min(wanted.height(), height() - 16);
    m_card->setGeometry((width() - wide) / 2, std::max(8, (height() - tall) / 3), wide, tall);
}

bool ControlOverlay::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // The window's shortcuts are not for now: the key goes on as an ordinary key press in here.
        event->accept();
        return true;
    case QEvent::LayoutRequest:
        layOut();
        break;
    default:
        break;
    }
    return QWidget::event(event);
}

bool ControlOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        layOut();
    return QWidget::eventFilter(watched, event);
}

bool ControlOverlay::focusNextPrevChild(bool next)
{
    auto* const from = QApplication::focusWidget();
    if (!from || !isAncestorOf(from))
        return false;
    auto* to = from;
    do {
        to = next ? to->nextInFocusChain() : to->previousInFocusChain();
        const bool takes = isAncestorOf(to) && to->isVisibleTo(this) && to->isEnabled() && !to->focusProxy()
            && (to->focusPolicy() & Qt::TabFocus);
        if (takes) {
            to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    } while (to != from);
    return true;
}

void ControlOverlay::keyPressEvent(QKeyEvent* event)
{
    // What the card did not take ends here.
    if (event->key() == Qt::Key_Escape)
        Q_EMIT m_card->cancelled();
    event->accept();
}

void ControlOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    auto scrim = m_tokens->bg0;
    scrim.setAlphaF(0.78F);
    painter.fillRect(rect(), scrim);
}

} // namespace rungwatch
