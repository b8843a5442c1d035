// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/time_range.h"
#include "rungwatch/base/result.h"

#include <QByteArray>
#include <QString>

/// \file
/// The black box: a stretch of a journal as one file that opens on another desktop, without this machine and without
/// any server. It is a journal that begins with a keyframe (journal/journal_start.h), and beside it a table `black_box`
/// (key, value) with what a journal does not hold: who made it and when, the policy's text, the picture of the screen.

namespace rungwatch::exchange {

/// So much is kept where nobody says how much.
constexpr std::chrono::minutes blackBoxLength{15};

struct BlackBoxRequest {
    QString journal;
    QString file;
    /// Whole decisions, from its beginning to its end; an absent end is the journal's.
    TimeRange range;
    /// In place of the range's beginning: so long before its end, which is the journal's where it has none.
    std::optional<Duration> last;
    std::string madeBy;
    std::string program;
    WallTime madeAt;
    /// A PNG of the window as it was; empty: there was none.
    QByteArray picture;
};

struct BlackBox {
    QString file;
    std::uint64_t firstSeq{0};
    std::uint64_t events{0};
    WallTime from;
    WallTime to;
    qint64 bytes{0};
};

/// Any thread; the file is there whole or not at all. Errors are the reader's and the maker's; "nothing-there" where no
/// event lies in the range. A journal that a console writes at this moment is read as it stands.
[[nodiscard]] Result<BlackBox> writeBlackBox(const BlackBoxRequest& request);

/// "NAME-20261130T144205Z.blackbox" in `folder`, by the journal's own name.
[[nodiscard]] QString blackBoxName(const QString& folder, const QString& journal, WallTime at);

/// "black box written to FILE (Ctrl+C copies the name): 14:27:05 to 14:42:05 UTC, 2,310 events, 1.2 MB", "no black box
/// was written: ...".
[[nodiscard]] QString blackBoxSentence(const Result<BlackBox>& made);

} // namespace rungwatch::exchange
