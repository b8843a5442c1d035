// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/breaker/state.h"
#include "rungwatch/ladder/mode.h"

namespace rungwatch {

/// Raises an alert when a feature stays off its primary for too long, or a breaker where an operator pinned it: a state
/// that nobody notices has no exit. A value function; whoever watches one calls it on every change and at due().
class StayAlert {
public:
    struct Options {
        /// From leaving primary (or from the pinning), whatever it went through since; over at >=. Above 0, at most 30
        /// days.
        Duration longest{std::chrono::hours(1)};

        bool operator==(const Options&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("longest_s", self.longest);
        }
    };

    struct State {
        /// When it left primary, or was pinned; absent while it is there, or is automatic.
        std::optional<SteadyTime> offSince;
        bool raised{false};

        bool operator==(const State&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("off_since", self.offSince);
            visit("raised", self.raised);
        }
    };

    /// Primary clears; every other mode counts on.
    [[nodiscard]] static State observe(State state, const Options& options, Mode mode, SteadyTime now);
    /// Forced open and disabled count on: only an operator ends them. Every other phase has an exit of its own, and
    /// clears.
    [[nodiscard]] static State observe(State state, const Options& options, breaker::Phase phase, SteadyTime now);
    /// When time alone would raise it; absent where it would not.
    [[nodiscard]] static std::optional<SteadyTime> due(const State& state, const Options& options);
};

/// The options as they are, or what is wrong with them; `where` is its key ("/longest_s").
[[nodiscard]] Result<StayAlert::Options> validate(const StayAlert::Options& options);

} // namespace rungwatch
