// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay_veil.h"

#include "ui/theme/type.h"

#include <QImage>
#include <QPainter>

#include <cmath>
#include <numbers>

namespace rungwatch {
namespace {

constexpr int stripe = 6;
/// Enough to be seen on an empty pane, too little to take a word's contrast.
constexpr qreal watermarkInk = 0.045;

/// Diagonal stripes as broad as their gaps. It tiles without a seam.
QBrush stripes(const QColor& line, const QColor& ground)
{
    constexpr int size = 2 * stripe;
    QImage tile{size, size, QImage::Format_RGB32};
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            tile.setPixelColor(x, y, (x + y) % size < stripe ? line : ground);
    return QBrush{tile};
}

} // namespace

ReplayVeil::ReplayVeil(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(QStringLiteral("Replay"));
}

void ReplayVeil::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void ReplayVeil::setWatermark(const QRect& box)
{
    m_watermark = box;
    update();
}

void ReplayVeil::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    paintWatermark(painter);
    paintFrame(painter);
}

void ReplayVeil::paintFrame(QPainter& painter) const
{
    const auto brush = stripes(m_tokens->t1, m_tokens->bg0);
    const int w = frameWidth;
    painter.fillRect(QRect{0, 0, width(), w}, brush);
    painter.fillRect(QRect{0, height() - w, width(), w}, brush);
    painter.fillRect(QRect{0, w, w, height() - 2 * w}, brush);
    painter.fillRect(QRect{width() - w, w, w, height() - 2 * w}, brush);
}

void ReplayVeil::paintWatermark(QPainter& painter) const
{
    if (m_watermark.isEmpty())
        return;
    const auto word = QStringLiteral("REPLAY");
    constexpr qreal angle = -20;
    auto font = theme::wordFont(100, QFont::Bold);
    font.setLetterSpacing(QFont::PercentageSpacing, 110);
    // As large as the box holds it along its slope.
    const auto metrics = QFontMetricsF{font};
    const auto slope = std::cos(angle * std::numbers::pi / 180);
    font.setPixelSize(static_cast<int>(
        std::min(90 * m_watermark.width() * slope / metrics.horizontalAdvance(word), 0.45 * m_watermark.height())));
    auto ink = m_tokens->t1;
    ink.setAlphaF(watermarkInk);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(m_watermark.center());
    painter.rotate(angle);
    painter.setFont(font);
    painter.setPen(ink);
    const auto box = QFontMetricsF{font}.boundingRect(word);
    painter.drawText(QPointF{-box.center().x(), -box.center().y()}, word);
    painter.restore();
}

} // namespace rungwatch
