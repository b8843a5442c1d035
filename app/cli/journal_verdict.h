// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_reader.h"
#include "rungwatch/fleet/replay.h"

namespace rungwatch::cli {

/// What `replay --verify` finds.
struct Verdict {
    /// The first event that is still there.
    std::uint64_t from{0};
    /// Read without a fault.
    std::uint64_t events{0};
    std::uint64_t inputs{0};
    /// Of the last of them.
    std::optional<WallTime> until;
    /// Of the state after the last of them.
    std::uint64_t hash{0};
    /// Keyframes whose hash is that of the events up to them, of all that were compared.
    std::uint64_t keyframesHold{0};
    std::uint64_t keyframes{0};
    std::uint64_t operatorEvents{0};
    journal::ChainHead chainHead;
    std::optional<fleet::Difference> difference;
    /// The version of the journal's oldest events, where that is an earlier one than this program writes: its program
    /// may have decided otherwise, and a difference be nobody's fault.
    std::optional<int> olderVersion;
    /// The journal itself does not hold: a block, or the operator chain.
    std::optional<Error> damage;

    [[nodiscard]] bool holds() const { return !difference && !damage && keyframesHold == keyframes; }
};

/// Decides every input again and compares facts, keyframes and the operator chain. Goes on behind a difference in the
/// facts, to compare all else. An error where the journal can't be read at all.
[[nodiscard]] Result<Verdict> verify(journal::JournalReader& reader);

/// As lines for a person, or as one JSON object.
[[nodiscard]] std::string textOf(const Verdict& verdict);
[[nodiscard]] std::string jsonOf(const Verdict& verdict);

} // namespace rungwatch::cli
