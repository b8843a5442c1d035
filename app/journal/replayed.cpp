// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/replayed.h"

#include "app/journal/journal_reader.h"
#include "rungwatch/fleet/replay.h"

namespace rungwatch::journal {

std::optional<Error> replayed(
    const QString& file, const std::function<void(const fleet::Event&, const fleet::FleetState& after)>& visit)
{
    auto reader = JournalReader::open(file);
    if (!reader)
        return reader.error();
    auto start = reader.value().startState();
    if (!start)
        return start.error();
    fleet::Replayer replayer(std::move(start).value());
    std::optional<Error> fault;
    const auto damage = reader.value().forEach(1, [&](const fleet::Event& event) {
        fault = replayer.add(event);
        if (!fault)
            visit(event, replayer.state());
        return !fault;
    });
    return damage ? damage : fault;
}

} // namespace rungwatch::journal
