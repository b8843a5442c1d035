// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/apply.h"
#include "rungwatch/fleet/decide_memo.h"

namespace rungwatch::fleet {

/// Ask this endpoint now, with this permit of the console's own breaker.
struct PollEffect {
    std::uint32_t endpoint{0};
    breaker::PermitId permit;
};

/// Call the service that owns the target. Starts only once the event `afterSeq` is durable.
struct ControlEffect {
    Command command;
    std::size_t service{0};
    std::uint64_t afterSeq{0};
};

using Effect = std::variant<PollEffect, ControlEffect>;

struct Decision {
    /// The input first, then the facts in order; each fact was decided on the state after the event before it.
    std::vector<Event> events;
    /// The state after all of them: what apply() makes of `state` and `events`.
    FleetState next;
    /// Carried out live only, never in a replay.
    std::vector<Effect> effects;
    /// When it has to be asked again with a Tick, if nothing comes before.
    std::optional<SteadyTime> nextDue;
};

/// What follows from an input. No clock, no I/O, no hidden state: the same arguments give the same decision. Chance
/// (the spread of poll starts and cooldowns) is drawn from (session seed, subject, generation).
/// Whoever has no more use for `state` moves it in: a copy is some thousand shared parts. `policy` outlives the call
/// also without it.
[[nodiscard]] Decision decide(FleetState state, const Policy& policy, EventBody input, const Moment& now);
/// The same, sooner: what has not changed since the decision that `memo` is from is not looked at again.
[[nodiscard]] Decision decide(
    FleetState state, const Policy& policy, EventBody input, const Moment& now, DecideMemo& memo);

} // namespace rungwatch::fleet
