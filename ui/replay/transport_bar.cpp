// SPDX-License-Identifier: GPL-3.0-or-later
#include "transport_bar.h"

#include "ui/format/figure_text.h"
#include "ui/theme/type.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int fieldWidth = 176;
constexpr int foldedFieldWidth = 128;
/// A bookmark's words need more room than a time.
constexpr int longestBookmark = 120;

QString speedText(int speed)
{
    return format::grouped(static_cast<quint64>(speed)) + QChar{0x00d7};
}

} // namespace

TransportBar::TransportBar(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_field(new QLineEdit{this})
{
    using Sign = TransportButton::Sign;
    connect(add(Sign::Begin, {}, QStringLiteral("Home")), &QAbstractButton::clicked, this,
        [this] { Q_EMIT edgeRequested(false); });
    addStep(Sign::BackTwice, QStringLiteral("transition"), QStringLiteral(","), ReplayStep::Transition, false);
    addStep(Sign::Back, QStringLiteral("1 s"), QStringLiteral("←"), ReplayStep::Second, false);
    m_play = add(Sign::Play, QStringLiteral("Play"), QStringLiteral("Space"));
    connect(m_play, &QAbstractButton::clicked, this, &TransportBar::playToggled);
    addStep(Sign::Forward, QStringLiteral("1 s"), QStringLiteral("→"), ReplayStep::Second, true);
    addStep(Sign::ForwardTwice, QStringLiteral("transition"), QStringLiteral("."), ReplayStep::Transition, true);
    addStep(Sign::Hand, QStringLiteral("before"), QStringLiteral("["), ReplayStep::OperatorAction, false);
    addStep(Sign::Hand, QStringLiteral("next"), QStringLiteral("]"), ReplayStep::OperatorAction, true);
    connect(add(Sign::End, {}, QStringLiteral("End")), &QAbstractButton::clicked, this,
        [this] { Q_EMIT edgeRequested(true); });
    m_left.back()->setSignLast(true);
    for (const int speed : speeds) {
        auto* button = new TransportButton{Sign::None, speedText(speed), {}, this};
        button->setCheckable(true);
        button->setAccessibleName(QStringLiteral("Speed %1").arg(speed));
        connect(button, &QAbstractButton::clicked, this, [this, speed] { Q_EMIT speedChosen(speed); });
        m_speeds.push_back(button);
    }
    m_loop = new TransportButton{Sign::Loop, QStringLiteral("Loop"), QStringLiteral("L"), this};
    m_loop->setCheckable(true);
    connect(m_loop, &QAbstractButton::clicked, this, &TransportBar::loopToggled);
    m_bookmark = new TransportButton{Sign::Bookmark, QStringLiteral("Bookmark"), QStringLiteral("M"), this};
    connect(m_bookmark, &QAbstractButton::clicked, this, &TransportBar::askBookmark);
    m_field->setPlaceholderText(QStringLiteral("go to 14:42:00"));
    m_field->setAccessibleName(QStringLiteral("Go to a time in UTC"));
    m_field->setMaxLength(longestBookmark);
    m_field->setFocusPolicy(Qt::ClickFocus);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textEdited, this, [this] { styleField(false); });
    setTokens(*m_tokens);
}

TransportButton* TransportBar::add(TransportButton::Sign sign, const QString& text, const QString& key)
{
    m_left.push_back(new TransportButton{sign, text, key, this});
    return m_left.back();
}

void TransportBar::addStep(
    TransportButton::Sign sign, const QString& text, const QString& key, ReplayStep step, bool forward)
{
    static constexpr std::array<const char16_t*, 4> what{u"second", u"minute", u"transition", u"operator action"};
    auto* button = add(sign, text, key);
    button->setSignLast(forward && sign != TransportButton::Sign::Hand);
    button->setAccessibleName((forward ? QStringLiteral("Next ") : QStringLiteral("Previous "))
        + QString::fromUtf16(what[static_cast<std::size_t>(step)]));
    connect(button, &QAbstractButton::clicked, this, [this, step, forward] { Q_EMIT stepRequested(step, forward); });
}

void TransportBar::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    for (auto* button : findChildren<TransportButton*>())
        button->setTokens(tokens);
    styleField(false);
    update();
}

void TransportBar::styleField(bool refused)
{
    m_field->setFont(theme::figureFont(12));
    m_field->setStyleSheet(
        QStringLiteral("QLineEdit { background: %1; color: %2; border: 1px solid %3; border-radius: 3px;"
                       " padding: 0 8px; } QLineEdit:focus { border: 2px solid %4; padding: 0 7px; }")
            .arg(m_tokens->field.name(), m_tokens->t1.name(), m_tokens->ctl.name(),
                (refused ? m_tokens->crit : m_tokens->t1).name()));
    auto palette = m_field->palette();
    palette.setColor(QPalette::PlaceholderText, m_tokens->t3);
    m_field->setPalette(palette);
}

void TransportBar::setFolded(bool folded)
{
    m_folded = folded;
    for (auto* button : findChildren<TransportButton*>())
        button->setFolded(folded);
    layOut();
}

void TransportBar::setStatus(const ReplayStatus& status)
{
    m_play->setFace(status.playing ? TransportButton::Sign::Pause : TransportButton::Sign::Play,
        status.playing ? QStringLiteral("Pause") : QStringLiteral("Play"));
    for (std::size_t i = 0; i < speeds.size(); ++i)
        m_speeds[i]->setChecked(status.speed == speeds[i]);
    m_loop->setChecked(status.loop.to > status.loop.from);
}

void TransportBar::ask(const QString& words, bool bookmark)
{
    m_asksBookmark = bookmark;
    m_field->setPlaceholderText(words);
    m_field->setAccessibleName(
        bookmark ? QStringLiteral("Words of the bookmark") : QStringLiteral("Go to a time in UTC"));
    m_field->clear();
    styleField(false);
    m_field->setFocus(Qt::ShortcutFocusReason);
    layOut();
}

void TransportBar::askTime()
{
    ask(QStringLiteral("14:42:00"), false);
}

void TransportBar::askBookmark()
{
    ask(QStringLiteral("what is here?"), true);
}

void TransportBar::refuseTime()
{
    styleField(true);
    m_field->selectAll();
}

void TransportBar::accept()
{
    m_asksBookmark = false;
    m_field->clear();
    m_field->setPlaceholderText(QStringLiteral("go to 14:42:00"));
    m_field->clearFocus();
    if (parentWidget())
        parentWidget()->setFocus();
    layOut();
}

void TransportBar::enter()
{
    const auto text = m_field->text().trimmed();
    if (text.isEmpty())
        return accept();
    m_asksBookmark ? Q_EMIT bookmarkTyped(text) : Q_EMIT timeTyped(text);
}

bool TransportBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        enter();
        return true;
    case Qt::Key_Escape:
        accept();
        return true;
    default:
        return false;
    }
}

int TransportBar::speedAfter(double speed, bool faster)
{
    if (faster) {
        for (const int candidate : speeds)
            if (candidate > speed)
                return candidate;
        return speeds.back();
    }
    for (auto candidate = speeds.rbegin(); candidate != speeds.rend(); ++candidate)
        if (*candidate < speed)
            return *candidate;
    return speeds.front();
}

void TransportBar::layOut()
{
    const int tall = m_folded ? 30 : 36;
    const int y = (height() - tall) / 2;
    const int gap = m_folded ? 4 : 8;
    int x = padding;
    const auto place = [&](TransportButton* button, int after) {
        const int wide = button->widthNeeded();
        button->setGeometry(x, y, wide, tall);
        x += wide + after;
    };
    for (auto* button : m_left)
        place(button, gap);
    x += gap;
    for (auto* button : m_speeds)
        place(button, -1); // one border between two
    int right = width() - padding;
    for (auto* button : {m_bookmark, m_loop}) {
        const int wide = button->widthNeeded();
        right -= wide;
        button->setGeometry(right, y, wide, tall);
        right -= gap;
    }
    // A bookmark's words take the room that there is.
    const int room = std::max(0, right - x - 2 * gap);
    const int wide = m_asksBookmark ? std::min(room, 420) : std::min(room, m_folded ? foldedFieldWidth : fieldWidth);
    m_field->setGeometry(right - wide, y, wide, tall);
}

void TransportBar::resizeEvent(QResizeEvent*)
{
    layOut();
}

void TransportBar::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
}

} // namespace rungwatch
