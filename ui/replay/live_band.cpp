// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_band.h"

#include "ui/format/time_text.h"
#include "ui/models/overview_model.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"
#include "ui/widgets/painting.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int padding = 16;
constexpr int glyph = 16;
constexpr int gap = 8;

} // namespace

LiveBand::LiveBand(LiveWatch& watch, QWidget* parent)
    : QWidget(parent)
    , m_watch(watch)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_acknowledge(
          new TransportButton{TransportButton::Sign::None, QStringLiteral("Acknowledge"), QStringLiteral("A"), this})
    , m_back(
          new TransportButton{TransportButton::Sign::None, QStringLiteral("Back to live"), QStringLiteral("V"), this})
{
    setAccessibleName(QStringLiteral("Live, now"));
    connect(m_acknowledge, &QAbstractButton::clicked, &watch, &LiveWatch::acknowledge);
    connect(m_back, &QAbstractButton::clicked, this, &LiveBand::backRequested);
    connect(&watch, &LiveWatch::changed, this, &LiveBand::follow);
    connect(&m_tick, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    m_tick.start(std::chrono::seconds{1});
    follow();
}

void LiveBand::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_acknowledge->setTokens(tokens);
    m_back->setTokens(tokens);
    update();
}

void LiveBand::follow()
{
    m_acknowledge->setVisible(m_watch.alarm().has_value());
    setAccessibleDescription(words());
    if (height() != heightNeeded())
        Q_EMIT resized();
    update();
}

QString LiveBand::words() const
{
    const auto& alarm = m_watch.alarm();
    if (!alarm)
        return topBarOf(*m_watch.live().snapshot(), m_watch.live().now(), {}).sentence;
    auto words = alarm->subject + QLatin1Char{' '} + alarm->text;
    if (m_watch.unseen() > 1)
        words += QStringLiteral(", and %1 more").arg(m_watch.unseen() - 1);
    return words;
}

void LiveBand::resizeEvent(QResizeEvent*)
{
    const int tall = std::min(height() - 4, 30);
    int right = width() - padding;
    for (auto* button : {m_back, m_acknowledge}) {
        const int wide = button->widthNeeded();
        right -= wide;
        button->setGeometry(right, (height() - tall) / 2, wide, tall);
        right -= gap;
    }
}

void LiveBand::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    const auto& alarm = m_watch.alarm();
    const auto& snapshot = *m_watch.live().snapshot();
    const auto now = m_watch.live().now();
    const Mark level{snapshot.state.level};
    painter.fillRect(rect(), alarm ? m_tokens->critbg : m_tokens->bg2);
    if (alarm) {
        painter.fillRect(QRect{0, 0, width(), 3}, m_tokens->crit);
        painter.fillRect(QRect{0, height() - 3, width(), 3}, m_tokens->crit);
    }
    int x = padding;
    const int end = (alarm ? m_acknowledge : m_back)->x() - 2 * gap;
    const auto put = [&](const QString& text, const QFont& font, const QColor& colour) {
        x += theme::drawLine(painter, {x, 0, std::max(0, end - x), height()}, text, font, colour) + gap;
    };
    put(alarm ? QStringLiteral("LIVE ALARM") : QStringLiteral("Live, now"),
        theme::wordFont(alarm ? 16 : 12, QFont::DemiBold), alarm ? m_tokens->crit : m_tokens->t1);
    const Mark mark = alarm ? alarm->mark : level;
    theme::paintMark(painter, QRectF(x, (height() - glyph) / 2.0, glyph, glyph), mark, *m_tokens);
    x += glyph + gap;
    put(format::utcSecond(alarm ? alarm->at : now.wall), theme::figureFont(alarm ? 14 : 12, QFont::DemiBold),
        m_tokens->t1);
    if (!alarm)
        x += paint::word(painter, {x, 4, std::max(0, end - x), height() - 8}, format::word(snapshot.state.level),
                 theme::wordFont(12, QFont::DemiBold), level, *m_tokens)
            + gap;
    put(words(), theme::wordFont(alarm ? 14 : 12, alarm ? QFont::DemiBold : QFont::Normal),
        alarm ? m_tokens->t1 : m_tokens->t2);
}

} // namespace rungwatch
