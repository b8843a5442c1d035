// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/file_sink.h"
#include "app/exchange/time_range.h"
#include "app/journal/journal_reader.h"

/// \file
/// A journal as text that other programs read. Each gives how many events or rows it wrote.

namespace rungwatch::exchange {

/// Every event as `watch --json` prints it, a line each.
[[nodiscard]] Result<std::uint64_t> writeLines(
    journal::JournalReader& reader, const QString& journal, const TimeRange& range, FileSink& sink);

/// What changed and what operators did and wrote, a row each, by the time at which it happened (TrueTime). RFC 4180,
/// and no cell begins a formula.
[[nodiscard]] Result<std::uint64_t> writeTable(journal::JournalReader& reader, const TimeRange& range, FileSink& sink);

/// One cell as a table holds it: one line, quoted where it has to be, no formula.
[[nodiscard]] std::string tableCell(std::string_view text);

} // namespace rungwatch::exchange
