// SPDX-License-Identifier: GPL-3.0-or-later
#include "incident_field.h"

#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/replay/typed_time.h"
#include "ui/session.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;

constexpr int padding = 16;
constexpr int labelWidth = 150;
constexpr int beganLabel = 56;
constexpr int beganWidth = 190;
constexpr int hintWidth = 350;

const auto nowWord = QStringLiteral("now");

QString leftHealthyWord(WallTime at)
{
    return QStringLiteral("left HEALTHY ") + format::utcSecond(at);
}

QString endWords(const fleet::Incident& incident, const Moment& now, HealthLevel level)
{
    // What shows in the fleet is not over because somebody says so.
    const bool goesOn = level != HealthLevel::Healthy && incident.worst != HealthLevel::Unknown;
    return QStringLiteral("“%1”, declared by %2, since %3 UTC, %4%5")
        .arg(format::plainLine(incident.byHand->title), format::plainLine(incident.byHand->by),
            format::utcMinute(incident.from), format::lengthText(now.wall - incident.from),
            goesOn ? QStringLiteral("; the fleet is %1: it goes on as found until HEALTHY").arg(format::word(level))
                   : QString{});
}

} // namespace

IncidentField::IncidentField(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_title(new QLineEdit{this})
    , m_began(new QLineEdit{this})
{
    setAccessibleName(QStringLiteral("Incident"));
    setFocusPolicy(Qt::StrongFocus);
    m_title->setAccessibleName(QStringLiteral("Title of the incident"));
    m_title->setPlaceholderText(QStringLiteral("a title: what users notice"));
    m_title->setMaxLength(Session::longestTitle);
    m_began->setAccessibleName(QStringLiteral("When it began"));
    for (QObject* part : std::initializer_list<QObject*>{m_title, m_began, this})
        part->installEventFilter(this);
    setTokens(*m_tokens);
    hide();
}

void IncidentField::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    for (auto* field : {m_title, m_began}) {
        field->setFont(theme::wordFont(13));
        field->setStyleSheet(QStringLiteral("QLineEdit { background: %1; color: %2; border: 1px solid %3; "
                                            "border-radius: 3px; padding: 0 8px; } QLineEdit:focus { border: 2px "
                                            "solid %2; }")
                                 .arg(tokens.field.name(), tokens.t1.name(), tokens.ctl.name()));
        auto palette = field->palette();
        palette.setColor(QPalette::PlaceholderText, tokens.t3);
        field->setPalette(palette);
    }
    update();
}

void IncidentField::open(const fleet::Incident* incident, const Moment& now, HealthLevel level)
{
    m_now = now.wall;
    m_ends = incident && incident->isDeclared();
    m_leftHealthy = incident && !m_ends ? std::optional(incident->from) : std::nullopt;
    m_title->clear();
    m_began->setText(nowWord);
    m_title->setVisible(!m_ends);
    m_began->setVisible(!m_ends);
    if (m_ends)
        say(endWords(*incident, now, level));
    else
        say(m_leftHealthy ? QStringLiteral("now, HH:MM, or ↑ ↓. Enter declares it, Esc leaves")
                          : QStringLiteral("now or HH:MM (UTC). Enter declares it, Esc leaves"));
    show();
    raise();
    if (m_ends)
        setFocus(Qt::ShortcutFocusReason);
    else
        m_title->setFocus(Qt::ShortcutFocusReason);
}

void IncidentField::say(const QString& words)
{
    m_words = words;
    setAccessibleDescription(words);
    update();
}

void IncidentField::leave()
{
    hide();
    Q_EMIT closed();
}

std::optional<WallTime> IncidentField::began() const
{
    const auto typed = m_began->text().trimmed();
    if (typed.isEmpty() || typed.compare(nowWord, Qt::CaseInsensitive) == 0)
        return m_now;
    if (m_leftHealthy && typed == leftHealthyWord(*m_leftHealthy))
        return m_leftHealthy;
    const auto at = typedTime(typed, {m_now - 24h, m_now}, m_now);
    return at && *at <= m_now ? at : std::nullopt;
}

/// The arrow keys go round what is known.
void IncidentField::turnBegan()
{
    if (!m_leftHealthy)
        return;
    const auto word = leftHealthyWord(*m_leftHealthy);
    m_began->setText(m_began->text() == word ? nowWord : word);
}

void IncidentField::take()
{
    if (m_ends) {
        leave();
        Q_EMIT ended();
        return;
    }
    const auto title = m_title->text().simplified();
    if (title.isEmpty()) {
        m_title->setFocus();
        return say(QStringLiteral("not declared: an incident needs a title"));
    }
    const auto at = began();
    if (!at) {
        m_began->setFocus();
        m_began->selectAll();
        return say(QStringLiteral("not declared: expected now, or a past HH:MM (UTC)"));
    }
    leave();
    Q_EMIT declared(title, *at);
}

bool IncidentField::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        take();
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        turnBegan();
        return true;
    default:
        // Where there is no field, no key is the window's either: it would operate unseen.
        return watched == this;
    }
}

void IncidentField::resizeEvent(QResizeEvent*)
{
    const int right = width() - padding - hintWidth;
    m_began->setGeometry(right - beganWidth, 7, beganWidth, height() - 14);
    const int left = padding + labelWidth;
    m_title->setGeometry(left, 7, std::max(120, right - beganWidth - beganLabel - left), height() - 14);
}

void IncidentField::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg2);
    painter.setPen(m_tokens->l2);
    painter.drawLine(0, 0, width(), 0);
    theme::paintSign(painter, QRectF(padding, height() / 2.0 - 8, 16, 16), theme::Sign::Hand, m_tokens->hand);
    const auto label = theme::wordFont(12, QFont::Medium);
    theme::drawLine(painter, {padding + 24, 0, labelWidth - 24, height()},
        m_ends ? QStringLiteral("End the incident") : QStringLiteral("Declare an incident"), label, m_tokens->t1);
    const auto font = theme::wordFont(12);
    if (m_ends) {
        const auto keys = QStringLiteral("Enter ends it, Esc leaves");
        const int wide = QFontMetrics{font}.horizontalAdvance(keys) + 4;
        const int left = padding + labelWidth;
        theme::drawLine(
            painter, {left, 0, width() - padding - wide - 16 - left, height()}, m_words, font, m_tokens->t1);
        theme::drawLine(painter, {width() - padding - wide, 0, wide, height()}, keys, font, m_tokens->t2);
        return;
    }
    theme::drawLine(painter, {m_began->x() - beganLabel + 12, 0, beganLabel - 12, height()}, QStringLiteral("began"),
        label, m_tokens->t1);
    theme::drawLine(painter, {width() - padding - hintWidth + 12, 0, hintWidth - 12, height()}, m_words, font,
        m_words.startsWith(QStringLiteral("not ")) ? m_tokens->crit : m_tokens->t2);
}

} // namespace rungwatch
