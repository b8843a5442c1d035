// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_start.h"

#include <string>

/// \file
/// The line that an export begins with whose first event is not number 1: the state behind the event before it, packed,
/// and the operator chain's hash there. What reads lines for itself may leave it out; an import needs it.

namespace rungwatch::exchange {

/// Without a line feed. {"seq", "at", "kind": "journal_start", "body": {"version", "chain_head", "state_hash",
/// "raw_bytes", "state"}}; the state is a keyframe's bytes in Base64.
[[nodiscard]] std::string startLine(const journal::JournalStart& start);

/// Nothing for a line of another kind. Errors: "bad-start", and the versions' own.
[[nodiscard]] Result<std::optional<journal::JournalStart>> startFromLine(const std::string& line);

} // namespace rungwatch::exchange
