// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"
#include "ui/replay/timeline.h"

namespace rungwatch {

/// Moments of a journal that somebody kept while looking at it. They stand beside the journal, in JOURNAL.bookmarks, a
/// line of JSON each: a journal that another console writes, or that lies on a read-only medium, is never written to.
class BookmarkFile {
public:
    explicit BookmarkFile(const QString& journal);

    /// Empty where there is no such file; lines that are none are passed over.
    [[nodiscard]] std::vector<TimelineMark> read() const;
    /// Adds one, on disk when this returns. `by` and `madeAt`: who kept it, and when.
    [[nodiscard]] std::optional<Error> add(const TimelineMark& mark, const QString& by, WallTime madeAt) const;

    [[nodiscard]] const QString& path() const { return m_path; }

private:
    QString m_path;
};

} // namespace rungwatch
