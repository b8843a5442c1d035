// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/fleet/event.h"

#include <span>

namespace rungwatch::journal {

/// Events that follow each other without a hole, at least one, as bytes: numbers and times as their differences to the
/// event before, polls in columns (poll_columns.h), all else as the core writes it.
[[nodiscard]] std::string runBytes(std::span<const fleet::Event> events);

/// The events again, the first with number `firstSeq`; nothing where the bytes are not what runBytes() made.
[[nodiscard]] std::optional<std::vector<fleet::Event>> eventsOfRun(std::string_view bytes, std::uint64_t firstSeq);

} // namespace rungwatch::journal
