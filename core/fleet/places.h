// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

/// \file
/// Where something stands in a policy and its state, by name.

namespace rungwatch::fleet {

[[nodiscard]] std::optional<std::size_t> serviceIndex(const Policy& policy, std::string_view service);
/// The index into endpointsOf(policy) of "SERVICE/SOURCE".
[[nodiscard]] std::optional<std::size_t> endpointIndex(const Policy& policy, std::string_view name);
[[nodiscard]] const ServicePolicy& serviceOf(const Policy& policy, EndpointRef ref);
[[nodiscard]] const SourcePolicy& sourceOf(const Policy& policy, EndpointRef ref);
/// "127.0.0.1" of "http://127.0.0.1:8080/health"; an IPv6 host keeps its brackets.
[[nodiscard]] std::string_view hostOf(std::string_view url);

/// The breaker's own verdict of a poll: did the endpoint answer? What it answered is the reading's to say, so that a
/// document that can't be read makes no service "unreachable".
[[nodiscard]] breaker::Outcome outcomeOf(const PollResult& result);
/// Whether the poll brought a reading, a new one or the confirmation of the last.
[[nodiscard]] bool isGood(const PollResult& result, const EndpointState& endpoint);

/// Whether a feature takes the age of what it serves from this source's headers: then they age the feature's answers,
/// and what the source says is as new as its arrival.
[[nodiscard]] bool tellsOfAFeature(const Policy& policy, EndpointRef ref);
/// When what was read was true: on arrival, or earlier by the age that a cache in between gives it. Nothing where a
/// cache hides the age.
[[nodiscard]] std::optional<SteadyTime> obtainedAtOf(const Reading& reading, SteadyTime arrived, bool ofAFeature);

/// The first slot of an endpoint's polls: spread over its interval by (seed, name), on the engine's quantum.
[[nodiscard]] SteadyTime firstSlot(
    std::uint64_t seed, const std::string& endpoint, Duration interval, SteadyTime sessionStart);
/// The first slot of the grid through `slot` that is later than `now`.
[[nodiscard]] SteadyTime slotAfter(SteadyTime slot, Duration interval, SteadyTime now);

/// Why nothing is known at the start of a session, of a service and of the fleet.
inline constexpr std::string_view notReadYet{"not read yet"};
inline constexpr std::string_view noServiceKnown{"no service is known"};

/// Ticks come on multiples of this, so that a thousand endpoints cause at most fifty a second.
inline constexpr Duration tickQuantum{20ms};

} // namespace rungwatch::fleet
