// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"

#include <QString>

namespace rungwatch::exchange {

/// Collects the shapes of one chart over a time axis. Text is escaped here and nowhere else.
class SvgCanvas {
public:
    static constexpr int width{960};
    /// Where the labels end and the time axis begins, and where it ends.
    static constexpr int left{170};
    static constexpr int right{940};

    SvgCanvas(WallTime from, WallTime to)
        : m_from(from)
        , m_to(to)
    {
    }

    /// Inside the axis, whatever the time.
    [[nodiscard]] double x(WallTime at) const;
    void rect(double x, double y, double w, double h, const QString& fill, const QString& edge = {});
    /// What is not known: an empty frame, dashed.
    void unknown(double x, double y, double w, double h);
    void line(double x1, double y1, double x2, double y2, const QString& colour);
    enum class Anchor { Start, Middle, End };
    void text(double x, double y, const QString& words, Anchor anchor = Anchor::Start, QStringView colour = ink);
    /// Times in UTC below `y`, with their lines up to `top`.
    void axis(double top, double y);

    [[nodiscard]] QString document(int height, const QString& title) const;

    static constexpr QStringView ink{u"#1d2429"};
    static constexpr QStringView quiet{u"#5b6670"};

private:
    QString m_shapes;
    WallTime m_from;
    WallTime m_to;
};

} // namespace rungwatch::exchange
