// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/base/result.h"

namespace rungwatch {

/// Raises an alert when one rung serves too large a share of a feature's requests for too long: a ladder that holds is
/// still a loss that somebody has to know about. A value function over closed intervals.
class ShareAlert {
public:
    struct Options {
        std::string rung;
        /// A share strictly above this is too large; 0 to below 100.
        Percent above;
        /// For this long, reached at >=. 0: the first interval above raises. At most 24 h.
        Duration forAtLeast{0};

        bool operator==(const Options&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("rung", self.rung);
            visit("above_pct", self.above);
            visit("for_s", self.forAtLeast);
        }
    };

    /// One closed interval.
    struct Seen {
        Duration length{0};
        /// Requests that the rung served, and that all rungs did. All absent or 0: the share is not known.
        std::optional<std::uint64_t> byRung;
        std::optional<std::uint64_t> byAll;
    };

    struct State {
        bool raised{false};
        /// The known time above the limit, in one piece but for unknown intervals in it, which add nothing.
        Duration aboveFor{0};
        /// The share of the last interval that had one.
        std::optional<Percent> lastShare;

        bool operator==(const State&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("raised", self.raised);
            visit("above_for_s", self.aboveFor);
            visit("share_pct", self.lastShare);
        }
    };

    /// The state after an interval. One at or below the limit clears the alert and the time; an unknown one (no
    /// request, a gap, counts that can't be) neither raises nor clears.
    [[nodiscard]] static State observe(State state, const Options& options, const Seen& seen);

    /// What an interval's counts by rung say about `rung`.
    [[nodiscard]] static Seen seenOf(
        const std::map<std::string, std::uint64_t>& served, const std::string& rung, Duration length);
};

/// The options as they are, or the first thing wrong with them; `where` is its key ("/above_pct").
[[nodiscard]] Result<ShareAlert::Options> validate(const ShareAlert::Options& options);

} // namespace rungwatch
