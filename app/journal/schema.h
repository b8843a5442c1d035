// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"

/// \file
/// The tables of a journal. Everything that replays stands in `blocks` and `keyframes`; `transitions` and
/// `operator_events` say the same in words, so that anyone can ask a journal with SQL.

namespace rungwatch::journal {

/// Of the tables. Raised when one changes; a newer one is refused by name.
constexpr int schemaVersion = 1;

/// Makes the tables in a new file, or checks those of an old one.
[[nodiscard]] std::optional<Error> prepareSchema(Connection& connection, const std::string& program);
/// Whether this is a journal that this program reads: "not-a-journal", "newer-version".
[[nodiscard]] std::optional<Error> checkSchema(Connection& connection);

} // namespace rungwatch::journal
