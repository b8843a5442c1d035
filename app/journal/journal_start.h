// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"
#include "rungwatch/fleet/state.h"

namespace rungwatch::journal {

class JournalReader;

/// What a journal begins with that does not begin with event 1: the state after the event before its first, and the
/// operator chain's hash there. It then reads like one that was cut there.
struct JournalStart {
    fleet::FleetState state;
    QByteArray chainHead;
};

/// The state after the event `seq` of that journal, and the chain's hash there; of an event that it has, or that it
/// begins behind. `file` is the reader's. An error "cut" where a console cut it further meanwhile.
[[nodiscard]] Result<JournalStart> startBehind(JournalReader& reader, const QString& file, std::uint64_t seq);

/// Into a journal without events, in a transaction of its own.
[[nodiscard]] std::optional<Error> beginAt(Connection& connection, const JournalStart& start);

} // namespace rungwatch::journal
