// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"

namespace rungwatch {

/// The fleet as a console knows it at a minute of the outage hour: shares, errors and modes are the scripted hour's,
/// ages and breakers are made up to fit. 14:MM:18 UTC, everything read 0.6 s ago, service clocks in real time.
struct OutageSnapshot {
    fleet::Snapshot snapshot;
    Moment now;

    [[nodiscard]] static OutageSnapshot atMinute(int minute);

    /// The store's last answers are this old, and the console knows it.
    void silence(Duration age);
    /// recommendations is killed by hand, as the store reports it.
    void kill();
    /// The store's clock runs `rate` times as fast as ours.
    void run(double rate);
    /// A command for `target`, in this stage, requested `ago`.
    void command(fleet::Action action, const std::string& target, fleet::Stage stage, Duration ago);

    /// Changes what the store's telemetry said.
    template <class Change> void editStore(Change&& change)
    {
        snapshot.state.endpoints[1].edit(
            [&](fleet::EndpointState& endpoint) { endpoint.reading.edit([&](Reading& reading) { change(reading); }); });
    }
};

} // namespace rungwatch
