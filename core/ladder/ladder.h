// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/ladder/mode.h"
#include "rungwatch/ladder/rung.h"

namespace rungwatch {

/// A kind that a feature may never stand on.
struct ForbiddenKind {
    RungKind kind{RungKind::SmallModel};
    /// Written by whoever decided it. Never empty.
    std::string reason;

    bool operator==(const ForbiddenKind&) const = default;
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.kind);
        visit("reason", self.reason);
    }
};

/// What a feature does, in order, when the rung above can't serve.
struct Ladder {
    std::vector<Rung> rungs;
    std::vector<ForbiddenKind> forbidden;

    [[nodiscard]] std::optional<std::size_t> indexOf(std::string_view rung) const;
    /// The rung that a mode starts on. Primary, and a ladder of one rung: the first. Degraded: the second. Killed: the
    /// first that is no model. Forced and drill: whoever forces names the rung; the first here. Not on an empty ladder.
    [[nodiscard]] std::size_t firstRung(Mode mode) const;

    bool operator==(const Ladder&) const = default;
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("ladder", self.rungs);
        visit("forbidden", self.forbidden);
    }
};

/// The ladder, or the first thing wrong with it: no rungs, a name empty or used twice, a forbidden kind on it, a reason
/// missing, a kind forbidden twice, a deadline that is not above 0, a last rung that is neither queue_for_person nor
/// unavailable, or anything else after one of those. `where` is the place in the ladder's own document: "/ladder/2",
/// "/forbidden/0/reason".
[[nodiscard]] Result<Ladder> validate(const Ladder& ladder);

} // namespace rungwatch
