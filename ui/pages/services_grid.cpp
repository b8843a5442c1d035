// SPDX-License-Identifier: GPL-3.0-or-later
#include "services_grid.h"

#include "ui/widgets/breakers_pane.h"
#include "ui/widgets/events_pane.h"
#include "ui/widgets/held_strip.h"
#include "ui/widgets/service_field.h"

namespace rungwatch {
namespace {

/// Events take at least so many rows where they are open.
constexpr int leastEvents = 6;
constexpr int eventsHead = EventsPane::headHeight + 1;

} // namespace

ServicesGrid::ServicesGrid(
    const QSize& page, const ServiceField& field_, const BreakersPane& breakersPane, bool eventsOpen)
    : folded(page.width() < 1600 || page.height() < 900)
{
    // 455 of 1,280 and 711 of 1,920, as beside features; open breakers need the 711.
    const int right = std::clamp(455 + (page.width() - 1280) * 2 / 5, folded ? 455 : 711, 760);
    const int left = page.width() - right - 1;
    services = {0, 0, left, page.height()};

    const int eventsLeast = eventsHead + leastEvents * EventsPane::rowHeight;
    const int room = page.height() - HeldStrip::stripHeight - 3;
    // Marks as large as the field's part of the column has room for.
    const int mostField = folded ? room * 3 / 5 : room / 2;
    int pitch = ServiceField::mostPitch;
    while (pitch > ServiceField::leastPitch && field_.heightFor(right, pitch) > mostField)
        --pitch;
    int fieldHeight = std::min(field_.heightFor(right, pitch), mostField);
    const int breakersHeight =
        folded ? BreakersPane::headHeight : breakersPane.heightWithin(room - fieldHeight - eventsLeast, right);
    if (folded && eventsOpen)
        fieldHeight = std::min(fieldHeight, room / 4);
    int y = 0;
    const auto take = [&](QRect& part, int height) {
        part = {left + 1, y, right, height};
        y += height + 1; // panes are parted by one pixel of the ground
    };
    take(field, fieldHeight);
    take(breakers, breakersHeight);
    take(held, HeldStrip::stripHeight);
    take(events, std::max(0, page.height() - y));
    eventsFolded = events.height() < eventsHead + 2 * EventsPane::rowHeight;
}

} // namespace rungwatch
