// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_reader.h"

namespace rungwatch::journal {

/// Applies every event of a journal in order and shows each with the state after it. An error where it can't be read to
/// its end; what was shown before was read well.
using Replayed = std::function<void(const fleet::Event&, const fleet::FleetState& after)>;
[[nodiscard]] std::optional<Error> replayed(JournalReader& reader, const Replayed& visit);
[[nodiscard]] std::optional<Error> replayed(const QString& file, const Replayed& visit);

} // namespace rungwatch::journal
