// SPDX-License-Identifier: GPL-3.0-or-later
#include "review_inputs.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/type.h"
#include "ui/widgets/card_controls.h"

#include <QPainter>
#include <QPlainTextEdit>

namespace rungwatch {
namespace {

constexpr int margin = 16;
constexpr int headHeight = 24;
constexpr int reasonHeight = 70;
constexpr int secondHeight = 48;
constexpr int choiceHeight = 26;
constexpr int stepHeight = 26;

QPlainTextEdit* makeField(QWidget* parent, const QString& placeholder, const QString& name)
{
    auto* field = new QPlainTextEdit{parent};
    field->setPlaceholderText(placeholder);
    field->setAccessibleName(name);
    field->setTabChangesFocus(true);
    field->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    field->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    field->setFont(theme::wordFont(13));
    return field;
}

void paintHead(QPainter& painter, int y, int width, const QString& head, const QString& note, const theme::Tokens& t)
{
    const auto font = theme::wordFont(13, QFont::DemiBold);
    painter.setPen(t.t1);
    painter.setFont(font);
    painter.drawText(QRect{margin, y, 200, headHeight}, Qt::AlignLeft | Qt::AlignVCenter, head);
    const int x = margin + QFontMetrics{font}.horizontalAdvance(head) + 8;
    painter.setPen(t.t3);
    painter.setFont(theme::wordFont(12));
    painter.drawText(QRect{x, y, width - x - margin, headHeight}, Qt::AlignLeft | Qt::AlignVCenter, note);
}

} // namespace

ReviewInputs::ReviewInputs(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_reason(makeField(this, QStringLiteral("Why now? At least 10 characters."), QStringLiteral("Reason")))
    , m_secondReason(makeField(this, QStringLiteral("Why without an end?"), QStringLiteral("Why without an end")))
    , m_blind(new CardChoice{CardChoice::Kind::Tick, this})
{
    connect(m_reason, &QPlainTextEdit::textChanged, this, &ReviewInputs::takeDraft);
    connect(m_secondReason, &QPlainTextEdit::textChanged, this, &ReviewInputs::takeDraft);
    connect(m_blind, &QAbstractButton::toggled, this, &ReviewInputs::takeDraft);
    m_secondReason->hide();
    m_blind->hide();
    setTokens(*m_tokens);
}

void ReviewInputs::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    const auto style =
        QStringLiteral("QPlainTextEdit { background: %1; color: %2; border: 1px solid %3; border-radius: "
                       "3px; padding: 4px 6px; }"
                       "QPlainTextEdit:focus { border: 2px solid %2; padding: 3px 5px; }")
            .arg(tokens.field.name(), tokens.t1.name(), tokens.ctl.name());
    for (auto* field : {m_reason, m_secondReason}) {
        field->setStyleSheet(style);
        auto palette = field->palette();
        palette.setColor(QPalette::PlaceholderText, tokens.t3);
        field->setPalette(palette);
    }
    m_blind->setTokens(tokens);
    for (auto* choice : m_choices)
        choice->setTokens(tokens);
    update();
}

void ReviewInputs::setView(const ControlView& view)
{
    const bool otherChoices = view.expiries.size() != m_choices.size();
    m_view = view;
    if (otherChoices)
        makeChoices();
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        m_choices[i]->setText(view.expiries[i].label);
        m_choices[i]->setDetail(view.expiries[i].detail);
        m_choices[i]->setEnabled(view.takesInput);
    }
    m_secondReason->setVisible(view.needsSecondReason);
    m_blind->setVisible(view.offersBlind);
    m_blind->setText(view.blindText);
    m_blind->setEnabled(view.takesInput);
    for (auto* field : {m_reason, m_secondReason})
        field->setReadOnly(!view.takesInput);
    layOut();
    updateGeometry();
    update();
}

void ReviewInputs::clear()
{
    {
        const QSignalBlocker blockers[]{
            QSignalBlocker{m_reason}, QSignalBlocker{m_secondReason}, QSignalBlocker{m_blind}};
        m_reason->clear();
        m_secondReason->clear();
        m_blind->setChecked(false);
    }
    m_draft = {};
    qDeleteAll(m_choices);
    m_choices.clear();
}

void ReviewInputs::makeChoices()
{
    qDeleteAll(m_choices);
    m_choices.clear();
    QWidget* before = m_reason;
    for (std::size_t i = 0; i < m_view.expiries.size(); ++i) {
        auto* choice = new CardChoice{CardChoice::Kind::OneOf, this};
        choice->setTokens(*m_tokens);
        choice->setChecked(i == m_view.defaultExpiry);
        connect(choice, &QAbstractButton::toggled, this, &ReviewInputs::takeDraft);
        setTabOrder(before, choice);
        before = choice;
        m_choices.push_back(choice);
        choice->show();
    }
    m_draft.expiry = m_view.defaultExpiry;
    setTabOrder(before, m_secondReason);
    setTabOrder(m_secondReason, m_blind);
}

QWidget* ReviewInputs::lastField() const
{
    return m_blind;
}

void ReviewInputs::takeDraft()
{
    m_draft.reason = m_reason->toPlainText();
    m_draft.secondReason = m_secondReason->toPlainText();
    m_draft.actBlind = m_blind->isVisibleTo(this) && m_blind->isChecked();
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i]->isChecked())
            m_draft.expiry = i;
    }
    Q_EMIT drafted(m_draft);
}

int ReviewInputs::layOut()
{
    const int wide = std::max(1, width() - 2 * margin);
    int y = 14 + headHeight + 2;
    m_reason->setGeometry(margin, y, wide, reasonHeight);
    y += reasonHeight + 22;
    m_endsTop = y;
    if (!m_choices.empty()) {
        y += headHeight;
        for (auto* choice : m_choices) {
            choice->setGeometry(margin - 6, y, wide + 6, choiceHeight);
            y += choiceHeight;
        }
        y += 6;
    }
    m_secondTop = y;
    if (m_view.needsSecondReason) {
        m_secondReason->setGeometry(margin, y, wide, secondHeight);
        y += secondHeight + 8;
    }
    if (m_view.offersBlind) {
        m_blind->setGeometry(margin - 6, y, wide + 6, choiceHeight + 4);
        y += choiceHeight + 10;
    }
    m_readbackTop = y + 6;
    y = m_readbackTop + headHeight + static_cast<int>(m_view.readback.size()) * stepHeight;
    return y;
}

QSize ReviewInputs::sizeHint() const
{
    const int readback = headHeight + static_cast<int>(m_view.readback.size()) * stepHeight + 44;
    return {448, m_readbackTop + readback + 60};
}

void ReviewInputs::resizeEvent(QResizeEvent*)
{
    layOut();
}

void ReviewInputs::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    const auto& t = *m_tokens;
    painter.fillRect(rect(), t.bg1);
    painter.setPen(t.l1);
    painter.drawLine(0, 0, 0, height());
    paintHead(painter, 14, width(), QStringLiteral("Reason"), QStringLiteral("required, in your own words"), t);
    painter.setPen(m_view.reasonTyped < m_view.reasonLeast ? t.t2 : t.t3);
    painter.setFont(theme::wordFont(11));
    painter.drawText(QRect{margin, m_reason->geometry().bottom() + 3, width() - 2 * margin, 16},
        Qt::AlignRight | Qt::AlignVCenter,
        m_view.reasonTyped < m_view.reasonLeast
            ? QStringLiteral("%1 of at least %2 characters").arg(m_view.reasonTyped).arg(m_view.reasonLeast)
            : QStringLiteral("%1 characters").arg(m_view.reasonTyped));
    if (!m_choices.empty())
        paintHead(painter, m_endsTop, width(), QStringLiteral("Ends"),
            QStringLiteral("then it is automatic again, and the log says so"), t);
    paintReadback(painter, m_readbackTop);
}

void ReviewInputs::paintReadback(QPainter& painter, int y) const
{
    const auto& t = *m_tokens;
    paintHead(
        painter, y, width(), QStringLiteral("Readback"), QStringLiteral("nothing is shown as done before this"), t);
    y += headHeight;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_view.readback.size(); ++i) {
        const auto& step = m_view.readback[i];
        const QPointF centre{margin + 8.0, y + stepHeight / 2.0};
        const bool done = step.state == ReadbackStep::State::Done;
        const bool failed = step.state == ReadbackStep::State::Failed;
        const auto colour = failed ? t.crit : done ? t.hand : t.t3;
        painter.setPen(QPen{t.l2, 1});
        if (i + 1 < m_view.readback.size())
            painter.drawLine(centre + QPointF{0, 6}, centre + QPointF{0, stepHeight - 6.0});
        painter.setPen(QPen{colour, 1.5});
        painter.setBrush(done || failed ? colour : Qt::transparent);
        painter.drawEllipse(centre, 4.5, 4.5);
        painter.setBrush(Qt::NoBrush);
        const auto font = theme::wordFont(12, done || failed ? QFont::DemiBold : QFont::Medium);
        const int wide = QFontMetrics{font}.horizontalAdvance(step.word);
        painter.setFont(font);
        painter.setPen(failed ? t.crit : t.t1);
        painter.drawText(QRect{margin + 26, y, wide + 2, stepHeight}, Qt::AlignLeft | Qt::AlignVCenter, step.word);
        const auto textFont = theme::wordFont(12);
        const int x = margin + 26 + wide + 6;
        painter.setFont(textFont);
        painter.setPen(t.t2);
        painter.drawText(QRect{x, y, width() - x - margin, stepHeight},
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetrics{textFont}.elidedText(step.text, Qt::ElideRight, width() - x - margin));
        y += stepHeight;
    }
    painter.setFont(theme::wordFont(12));
    painter.setPen(t.t2);
    painter.drawText(QRect{margin, y + 6, width() - 2 * margin, 36}, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
        m_view.readbackNote);
    y += 48;
    theme::paintSign(painter, QRectF(margin, y + 1, 14, 14), theme::Sign::Note, t.t2);
    painter.setPen(t.t3);
    painter.setFont(theme::wordFont(11));
    painter.drawText(QRect{margin + 22, y, width() - 2 * margin - 22, 34},
        Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_view.recordNote);
}

} // namespace rungwatch
