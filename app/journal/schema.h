// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"

/// \file
/// The tables of a journal. Everything that replays stands in `blocks` and `keyframes`; `transitions` and
/// `operator_events` say the same in words, so that anyone can ask a journal with SQL.

namespace rungwatch::journal {

/// Of the tables. Raised when one changes, with a step from the version before in schema.cpp; a newer one is refused by
/// name. 2: `cut` and `protected`.
constexpr int schemaVersion = 2;
/// The oldest that is read, and raised once it is written to.
constexpr int oldestSchema = 1;

/// Makes the tables in a new file, or raises those of an old one to this version.
[[nodiscard]] std::optional<Error> prepareSchema(Connection& connection, const std::string& program);
/// The version of a journal that this program reads; else "not-a-journal", "newer-version", "older-version".
[[nodiscard]] Result<int> readSchema(Connection& connection);

} // namespace rungwatch::journal
