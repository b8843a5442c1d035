// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

/// \file
/// What others say of a service: servers that are asked for many (Prometheus, Alertmanager), and its provider's page.

namespace rungwatch::fleet {

/// A level and who says so, or what it follows from.
struct SaidLevel {
    HealthLevel level{HealthLevel::Unknown};
    std::string why;
};

inline constexpr std::string_view reportedPrefix{"reported by "};
inline constexpr std::string_view providerPrefix{"the provider's word: "};
/// Whether a level's `why` is somebody's words.
[[nodiscard]] bool isReport(const std::string& why);

[[nodiscard]] bool isKnown(Freshness freshness);
/// The console's own breaker lets no ordinary poll through.
[[nodiscard]] bool isUnreachable(const EndpointState& endpoint);

/// By the name of the service. Targets of one service are instances of it (FORMATS 2.5); an open breaker degrades; an
/// alert that fires is critical or degrading by its severity.
[[nodiscard]] std::map<std::string, std::vector<SaidLevel>, std::less<>> levelsByServers(const FleetState& state);

/// Unknown where the page can't be read: that says nothing about the provider.
[[nodiscard]] SaidLevel providersWord(const SourcePolicy& source, const EndpointState& endpoint);

/// The worst of both. Without a source of its own (`read` is false) a service is as others say.
[[nodiscard]] SaidLevel withWhatOthersSay(SaidLevel own, bool read, const std::vector<SaidLevel>& said);

} // namespace rungwatch::fleet
