// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/replayed.h"

#include "rungwatch/fleet/replay.h"

namespace rungwatch::journal {

std::optional<Error> replayed(JournalReader& reader, const Replayed& visit)
{
    auto start = reader.startState();
    if (!start)
        return start.error();
    fleet::Replayer replayer(std::move(start).value());
    std::optional<Error> fault;
    const auto damage = reader.forEach(1, [&](const fleet::Event& event) {
        fault = replayer.add(event);
        if (!fault)
            visit(event, replayer.state());
        return !fault;
    });
    return damage ? damage : fault;
}

std::optional<Error> replayed(const QString& file, const Replayed& visit)
{
    auto reader = JournalReader::open(file);
    return reader ? replayed(reader.value(), visit) : reader.error();
}

} // namespace rungwatch::journal
