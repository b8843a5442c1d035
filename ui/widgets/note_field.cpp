// SPDX-License-Identifier: GPL-3.0-or-later
#include "note_field.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int labelWidth = 150;
constexpr int hintWidth = 190;

} // namespace

NoteField::NoteField(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_field(new QLineEdit{this})
{
    setAccessibleName(QStringLiteral("Note"));
    m_field->setAccessibleName(QStringLiteral("Note for the record"));
    m_field->setPlaceholderText(QStringLiteral("what is seen, said or decided"));
    m_field->installEventFilter(this);
    setTokens(*m_tokens);
    hide();
}

void NoteField::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_field->setFont(theme::wordFont(13));
    m_field->setStyleSheet(QStringLiteral(
        "QLineEdit { background: %1; color: %2; border: 2px solid %2; border-radius: 3px; padding: 0 8px; }")
                               .arg(tokens.field.name(), tokens.t1.name()));
    auto palette = m_field->palette();
    palette.setColor(QPalette::PlaceholderText, tokens.t3);
    m_field->setPalette(palette);
    update();
}

void NoteField::open(int longest)
{
    m_field->setMaxLength(longest);
    m_field->clear();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void NoteField::leave()
{
    hide();
    Q_EMIT closed();
}

bool NoteField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        if (const auto text = m_field->text().simplified(); !text.isEmpty())
            Q_EMIT noteTyped(text);
        leave();
        return true;
    }
    if (key == Qt::Key_Escape) {
        leave();
        return true;
    }
    return false;
}

void NoteField::resizeEvent(QResizeEvent*)
{
    m_field->setGeometry(padding + labelWidth, 7, width() - 2 * padding - labelWidth - hintWidth, height() - 14);
}

void NoteField::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg2);
    painter.setPen(m_tokens->l2);
    painter.drawLine(0, 0, width(), 0);
    theme::paintSign(painter, QRectF(padding, height() / 2.0 - 8, 16, 16), theme::Sign::Note, m_tokens->t1);
    theme::drawLine(painter, {padding + 24, 0, labelWidth - 24, height()}, QStringLiteral("Note for the record"),
        theme::wordFont(12, QFont::Medium), m_tokens->t1);
    theme::drawLine(painter, {width() - padding - hintWidth + 12, 0, hintWidth - 12, height()},
        QStringLiteral("Enter keeps it, Esc leaves"), theme::wordFont(12), m_tokens->t2);
}

} // namespace rungwatch
