// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/fleet/event.h"

/// \file
/// The binary forms of events and keyframes, by number. Each block and each keyframe says which it is written in; what
/// is older than this program's own is raised version by version when it is read, what is newer is refused.
///
/// Who adds a kind of event, or a field to anything that stands in an event or in FleetState, raises codecVersion, adds
/// the step from the version before to the table in versions.cpp, and keeps a small journal of that version under
/// tests/data/journals (tests/app/tst_journal_versions.cpp, with its golden hashes).
///
/// Versions 1 and 2 were written for some hours before anything was released, without a journal of theirs being kept:
/// they are refused. 3: the first that is kept. 4: LevelReasonChanged, NoteTaken.
/// 5: IncidentDeclared, IncidentEnded.

namespace rungwatch::journal {

/// What this program writes.
constexpr int codecVersion = 5;
/// The oldest that it reads.
constexpr int oldestCodec = 3;

/// Why bytes of that version can't be read: "newer-version", "older-version", with the versions that can. `what` begins
/// the sentence.
[[nodiscard]] std::optional<Error> codecFault(int version, const std::string& what);

/// The bytes of a run of events (event_run.h) or of a state, raised from a readable version to codecVersion.
[[nodiscard]] std::string raisedEvents(int version, std::string bytes);
[[nodiscard]] std::string raisedState(int version, std::string bytes);

/// Whether the version has that kind of event: what it does not have can't stand in its bytes.
[[nodiscard]] bool hasKind(int version, const fleet::EventBody& body);

} // namespace rungwatch::journal
