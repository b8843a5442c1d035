// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/services_pane.h"

class QPainter;

namespace rungwatch {

/// Paints one service's row. A normal one is grey; what a person has to look at has its sign, colour and weight.
class ServiceRowPainter {
public:
    ServiceRowPainter(QPainter& painter, const theme::Tokens& tokens, const QRect& box, bool selected);

    void paint(const ServiceRow& row) const;

private:
    void paintGround(const ServiceRow& row) const;
    void paintLevel(const ServiceRow& row) const;
    void paintName(const ServiceRow& row) const;
    void paintAge(const ServiceRow& row) const;
    void paintBreaker(const ServiceRow& row) const;
    [[nodiscard]] QRect cell(const ServiceColumns::Span& span) const;

    QPainter& m_painter;
    const theme::Tokens& m_tokens;
    const QRect m_box;
    const ServiceColumns m_columns;
    const bool m_selected;
};

} // namespace rungwatch
