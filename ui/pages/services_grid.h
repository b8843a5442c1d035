// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

namespace rungwatch {

class BreakersPane;
class ServiceField;

/// Heights and widths of the overview's parts for a fleet that is looked at service by service: the list at the left
/// from top to bottom, and at the right all services at once, breakers, what is held by hand and events.
struct ServicesGrid {
    ServicesGrid(const QSize& page, const ServiceField& field, const BreakersPane& breakers, bool eventsOpen);

    /// The narrow form: lower rows, of the breakers their counts alone.
    bool folded{false};
    bool eventsFolded{false};
    QRect services;
    QRect field;
    QRect breakers;
    QRect held;
    QRect events;
};

} // namespace rungwatch
