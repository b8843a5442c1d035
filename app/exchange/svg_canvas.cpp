// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/svg_canvas.h"

#include "rungwatch/base/codec.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

using namespace std::chrono_literals;

QString number(double value)
{
    return QString::number(value, 'f', 1);
}

/// The shortest step that leaves room between the labels.
Duration stepFor(Duration span)
{
    constexpr std::array<Duration, 19> steps{
        1s, 2s, 5s, 10s, 30s, 1min, 2min, 5min, 10min, 30min, 1h, 2h, 6h, 12h, 24h, 48h, 168h, 720h, 2160h};
    for (const auto step : steps)
        if (span / step <= 8)
            return step;
    return std::max<Duration>(8760h, span / 8);
}

QString label(WallTime at, Duration span)
{
    const auto whole = QString::fromStdString(rfc3339(at));
    if (span > 720h)
        return whole.left(10);
    if (span > 24h)
        return whole.mid(5, 5) + u' ' + whole.mid(11, 5);
    return span > 10min ? whole.mid(11, 5) : whole.mid(11, 8);
}

} // namespace

double SvgCanvas::x(WallTime at) const
{
    const auto span = std::max(toSeconds(m_to - m_from), 1e-3);
    return left + (right - left) * std::clamp(toSeconds(at - m_from) / span, 0.0, 1.0);
}

void SvgCanvas::rect(double x, double y, double w, double h, const QString& fill, const QString& edge)
{
    m_shapes += u"<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"%5\"%6/>\n"_s.arg(number(x), number(y),
        number(std::max(w, 0.6)), number(h), fill,
        edge.isEmpty() ? QString() : u" stroke=\"%1\" stroke-width=\"0.6\""_s.arg(edge));
}

void SvgCanvas::unknown(double x, double y, double w, double h)
{
    m_shapes +=
        u"<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"none\" stroke=\"%5\" stroke-width=\"1\" "
        u"stroke-dasharray=\"3,3\"/>\n"_s.arg(number(x), number(y + 1), number(std::max(w, 1.0)), number(h - 2), quiet);
}

void SvgCanvas::line(double x1, double y1, double x2, double y2, const QString& colour)
{
    m_shapes += u"<line x1=\"%1\" y1=\"%2\" x2=\"%3\" y2=\"%4\" stroke=\"%5\" stroke-width=\"1\"/>\n"_s.arg(
        number(x1), number(y1), number(x2), number(y2), colour);
}

void SvgCanvas::text(double x, double y, const QString& words, Anchor anchor, QStringView colour)
{
    constexpr std::array<QStringView, 3> anchors{u"start", u"middle", u"end"};
    m_shapes += u"<text x=\"%1\" y=\"%2\" font-size=\"13\" font-family=\"Inter, Helvetica, Arial, sans-serif\" "
                u"text-anchor=\"%3\" fill=\"%4\">%5</text>\n"_s.arg(
                    number(x), number(y), anchors[static_cast<std::size_t>(anchor)], colour, words.toHtmlEscaped());
}

void SvgCanvas::axis(double top, double y)
{
    const auto span = m_to - m_from;
    const auto step = stepFor(span);
    const auto since = m_from.time_since_epoch();
    auto at = WallTime{since - since % step};
    for (; at <= m_to; at += step) {
        if (at < m_from)
            continue;
        line(x(at), top, x(at), y, u"#dfe4e8"_s);
        // A label at the very edge would be cut.
        text(std::clamp(x(at), left + 18.0, right - 18.0), y + 16, label(at, span), Anchor::Middle, quiet);
    }
    line(left, y, right, y, u"#9aa5ae"_s);
    text(left - 10, y + 16, u"UTC"_s, Anchor::End, quiet);
}

QString SvgCanvas::document(int height, const QString& title) const
{
    return u"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\" width=\"%1\" height=\"%2\" "
           u"role=\"img\">\n<title>%3</title>\n%4</svg>\n"_s.arg(width)
               .arg(height)
               .arg(title.toHtmlEscaped(), m_shapes);
}

} // namespace rungwatch::exchange
