// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/retention.h"

/// \file
/// What a journal keeps of incidents, whatever its limits, and how it says that this is more than they ask for.

namespace rungwatch::journal {

/// What a console says of an incident: the journal is kept from `from` on. Its row in `protected` is one, whatever is
/// said of it while it lasts, and by whichever session.
struct IncidentKeep {
    WallTime from;
    /// An event of it: what is kept begins no later.
    std::uint64_t firstSeq{0};
    /// Its last event; 0 while it lasts.
    std::uint64_t toSeq{0};
    /// Begins with "incident": so a console knows its own rows.
    std::string why;

    bool operator==(const IncidentKeep&) const = default;
};

/// In the caller's transaction.
[[nodiscard]] std::optional<Error> keepIncident(Connection& connection, const IncidentKeep& keep);

/// The first protected range, where it keeps more than the limits ask for.
[[nodiscard]] Result<std::optional<ProtectedRange>> heldBack(
    Connection& connection, const Keep& keep, WallTime now, std::uint64_t beforeSeq);

/// Of the pages in use.
[[nodiscard]] Result<std::uint64_t> bytesInUse(Connection& connection);

} // namespace rungwatch::journal
