// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/journal_maker.h"

namespace rungwatch::exchange {

struct ImportedLines {
    std::uint64_t events{0};
    std::uint64_t inputs{0};
    std::uint64_t hash{0};
    /// Lines that say the same as their event would be printed as, but in other bytes: another program wrote them.
    std::uint64_t otherwiseWritten{0};
    JournalMaker::Made made{JournalMaker::Made::New};
};

/// Our own JSON Lines, plain or packed, back into a journal. Errors are placed: `where` begins with the line.
[[nodiscard]] Result<ImportedLines> importLines(
    const std::string& file, const QString& journal, const std::string& program);

} // namespace rungwatch::exchange
