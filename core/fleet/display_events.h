// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

/// \file
/// Whether what is on screen is what happens: the console's own sign of life, and when the screen did not keep up.

namespace rungwatch::fleet {

/// The canary: made each second on the poll thread and handed on like any reading, so that it stops where readings
/// stop. What it must say is known everywhere: the whole seconds of the steady clock when it was made.
struct CanarySeen {
    std::uint64_t beat{0};

    static constexpr std::string_view kind{"canary_seen"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit) { visit("beat", self.beat); }
};

/// A window found that what it shows lags behind its own clock, or no longer does.
struct DisplayTrustChanged {
    bool trusted{false};
    /// What stood still: "nothing new was shown", "the journal wrote nothing", "the window itself stood still".
    std::string cause;
    /// How far it was behind; on a return how long it lasted.
    Duration behind{0};

    static constexpr std::string_view kind{"display_trust_changed"};
    static constexpr bool isInput{true};
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("trusted", self.trusted);
        visit("cause", self.cause);
        visit("behind_s", self.behind);
    }
};

} // namespace rungwatch::fleet
