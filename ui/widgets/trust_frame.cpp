// SPDX-License-Identifier: GPL-3.0-or-later
#include "trust_frame.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/theme/hatch.h"
#include "ui/theme/lettering.h"
#include "ui/theme/type.h"

#include <QPainter>

namespace rungwatch {
namespace {

constexpr int border = 10;
constexpr int bandHeight = 132;

} // namespace

TrustFrame::TrustFrame(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void TrustFrame::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    update();
}

void TrustFrame::setVerdict(const CanaryWatch::Verdict& verdict, WallTime now)
{
    setVisible(!verdict.trusted);
    if (verdict.trusted)
        return;
    const auto since = verdict.since.value_or(now);
    m_title = QStringLiteral("DISPLAY NOT TRUSTED since %1 UTC").arg(format::utcSecond(since));
    m_detail = QStringLiteral("%1 for %2: what is below is last known, not now")
                   .arg(verdict.cause, format::roughLength(now - since));
    setAccessibleName(m_title);
    setAccessibleDescription(m_detail);
    raise();
    update();
}

QRect TrustFrame::bandIn(const QRect& frame)
{
    return {frame.left(), frame.center().y() - bandHeight / 2, frame.width(), bandHeight};
}

void TrustFrame::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), theme::hatchBrush(m_tokens->t2, Qt::transparent, 12));
    painter.setPen(QPen{m_tokens->crit, border, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin});
    painter.drawRect(rect().adjusted(border / 2, border / 2, -border / 2, -border / 2));
    const auto band = bandIn(rect());
    painter.fillRect(band, m_tokens->bg1);
    painter.fillRect(QRect{band.left(), band.top(), band.width(), border}, m_tokens->crit);
    painter.fillRect(QRect{band.left(), band.bottom() - border + 1, band.width(), border}, m_tokens->crit);
    const auto words = band.adjusted(24, border, -24, -border);
    const int half = words.height() * 3 / 5;
    theme::drawLine(painter, {words.left(), words.top(), words.width(), half}, m_title,
        theme::wordFont(width() < 1600 ? 38 : 48, QFont::Bold), m_tokens->t1, Qt::AlignCenter);
    theme::drawLine(painter, {words.left(), words.top() + half, words.width(), words.height() - half - 4}, m_detail,
        theme::wordFont(18, QFont::Medium), m_tokens->t1, Qt::AlignHCenter | Qt::AlignTop);
}

} // namespace rungwatch
