// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/journal_maker.h"
#include "rungwatch/timeline/foreign_timeline.h"

namespace rungwatch::exchange {

struct ImportedTimeline {
    /// What the source tells, and of that what has a place in the journal.
    std::size_t placed{0};
    std::vector<timeline::Unplaced> unplaced;
    std::size_t gaps{0};
    std::uint64_t events{0};
    std::uint64_t inputs{0};
    std::uint64_t hash{0};
    JournalMaker::Made made{JournalMaker::Made::New};
};

/// A foreign timeline as a session of its own: a policy made of the services that it names, each change a reading at
/// the source's own time, its words as notes at theirs, and every fact decided by decide(), so that the journal
/// replays and verifies like one that was watched. Between two changes the last one holds, as the source says.
[[nodiscard]] Result<ImportedTimeline> writeTimeline(
    const timeline::ForeignTimeline& told, const QString& journal, const std::string& program);

/// The same of a file, plain or packed with gzip, of a kind of timeline::timelineKinds(). Where the journal is what
/// can't be written, it is the error's place.
[[nodiscard]] Result<ImportedTimeline> importTimeline(
    const timeline::TimelineKind& kind, const std::string& file, const QString& journal, const std::string& program);

/// The fleet file that stands for the source: its services, one source each, nothing that can be controlled.
[[nodiscard]] std::string policyTextOf(const timeline::ForeignTimeline& told);

} // namespace rungwatch::exchange
