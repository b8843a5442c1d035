// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/incident.h"
#include "rungwatch/fleet/snapshot.h"
#include "ui/models/mark.h"

#include <QString>

namespace rungwatch {

/// Something that a person holds, or has asked for: one chip of the strip.
struct HeldItem {
    Mark mark;
    /// "KILLED", "kill requested", "kill UNCONFIRMED", "FORCED OPEN".
    QString word;
    QString subject;
    QString by;
    QString reason;
    /// "59 min 48 s left", "until revoked", "waited 2.1 s", "last known 41 s ago".
    QString time;

    bool operator==(const HeldItem&) const = default;
};

/// Every manual hold that telemetry shows, and every command that is not yet confirmed: commands first, since they wait
/// for an answer.
/// Before them all an incident that a person declared, while it lasts; `incident` is the one that goes on, null: none.
[[nodiscard]] std::vector<HeldItem> heldItems(
    const fleet::Snapshot& snapshot, const Moment& now, const fleet::Incident* incident = nullptr);

} // namespace rungwatch
