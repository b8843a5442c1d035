// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/breaker/options.h"
#include "rungwatch/fleet/source_policy.h"
#include "rungwatch/ladder/ladder.h"
#include "rungwatch/ladder/mode_controller.h"
#include "rungwatch/ladder/share_alert.h"

namespace rungwatch::fleet {

struct ServicePolicy {
    std::string name;
    bool critical{false};
    std::vector<std::string> tags;
    std::vector<std::string> dependsOn;
    std::vector<SourcePolicy> sources;
    /// The console's own breaker around each source of this service. Default: 3 consecutive failures, 15 s.
    breaker::Options breaker;
};

using AlertShare = ShareAlert::Options;

struct FeaturePolicy {
    std::string name;
    std::string service;
    /// 1 is the most critical.
    int criticality{3};
    std::string owner;
    /// A required outcome never degrades silently.
    bool required{false};
    /// Empty where the fleet file leaves the ladder to the service's telemetry.
    Ladder ladder;
    ModeController::Options modeController;
    std::vector<AlertShare> alertShare;
    std::optional<Duration> cacheMaxAge;
    /// The source of its service whose answers this feature gives, so that their headers tell the age of what is
    /// served; empty: none.
    std::string cacheSource;
    /// Counters that say which rung served; absent where telemetry says it, or nobody does.
    std::optional<TrafficPolicy> traffic;
    /// Default expiry of a kill from this console; the service owns it.
    Duration killExpiresAfter{60min};
};

/// A source by its place in the policy: services in order, each one's sources in order.
struct EndpointRef {
    std::size_t service{0};
    std::size_t source{0};
};

/// A fleet file, read: everything the console decides by. Immutable once made.
struct Policy {
    std::string name;
    std::vector<ServicePolicy> services;
    std::vector<FeaturePolicy> features;
    /// endpointsOf(), made once: every round of polls asks for it.
    std::vector<EndpointRef> endpoints;
    /// Where more services are found. Those that were found stand in `services` of the policy that is made of them.
    std::vector<TargetsPolicy> targets;
    bool readOnly{false};
    /// What the file asks for and this program does not do yet, a sentence with its place each: shown, never silent.
    std::vector<std::string> notices;
    /// The text it was read from, as it stands in the journal.
    std::string text;

    /// DESIGN, "What the console shows is what it knows".
    [[nodiscard]] static Duration lateAfter(const SourcePolicy& source)
    {
        return source.interval * 3 / 2 + source.timeout;
    }
    [[nodiscard]] static Duration staleAfter(const SourcePolicy& source)
    {
        return source.interval * 3 + source.timeout;
    }
};

/// Every source of the policy, in its order; as long as the policy.
[[nodiscard]] const std::vector<EndpointRef>& endpointsOf(const Policy& policy);
/// "store/health": the subject of everything about the console's own polls of it; "own:store/health" as a breaker.
[[nodiscard]] std::string endpointName(const Policy& policy, EndpointRef ref);

/// Reads a fleet file. Comments are allowed; an unknown key, a wrong type, a forbidden rung on a ladder, a missing
/// honest last rung, an unknown service, a duplicate name, a timeout >= its interval, a deadline <= max_p95_s are
/// errors whose `where` is a JSON pointer and a line: "/features/0/ladder/2 (line 14)".
[[nodiscard]] Result<Policy> parsePolicy(std::string_view text);

} // namespace rungwatch::fleet
