// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/ladder/rung.h"

namespace rungwatch::lab {

/// The settings that a run of the scripted hour may change; the names in the file are the fields' in snake case.
struct Toggles {
    bool refundsOnSmallModel{false};
    bool recommendationsKillSwitch{false};
    /// Both included.
    std::int64_t killSwitchFirstMinute{11};
    std::int64_t killSwitchLastMinute{47};
    bool smallRungDrilled{true};
    bool latencyTrigger{true};
    std::int64_t holdHealthyMinutes{3};

    bool operator==(const Toggles&) const = default;
};

struct NamedSetting {
    std::string name;
    Toggles toggles;
};

struct ScenarioRung {
    std::string name;
    /// What the rung is on a feature's ladder (the file's "model" rungs are told apart by what limits them).
    RungKind kind{RungKind::Unavailable};
    /// Share of the requests left that it serves; rules, cache and template only.
    std::int64_t coveragePercent{100};
};

struct ScenarioFeature {
    std::string name;
    /// 1 is the most critical.
    std::int64_t criticality{3};
    std::int64_t requestsPerMinute{0};
    /// False where only the toggle `refundsOnSmallModel` lets it.
    bool alwaysOnSmallModel{true};
    std::vector<ScenarioRung> ladder;
};

/// A scripted hour of an outage at the primary model provider.
struct Scenario {
    std::string title;
    std::int64_t minutes{0};
    /// One value a minute.
    std::vector<std::int64_t> errorPercent;
    std::vector<std::int64_t> p95Seconds;
    std::int64_t secondaryQuota{0};
    std::int64_t secondaryQuotaWhileOut{0};
    /// The primary counts as fully out at this error share.
    std::int64_t fullyOutAtPercent{100};
    std::int64_t smallCapacity{0};
    std::int64_t refundDecisionErrorPercent{0};
    std::vector<ScenarioFeature> features;
    std::int64_t tripAtErrorPercent{20};
    std::int64_t tripAtP95Seconds{10};
    Toggles defaults;
    std::vector<NamedSetting> settings;

    // Past the last minute its values hold on.
    [[nodiscard]] std::int64_t errorPercentAt(std::int64_t minute) const;
    [[nodiscard]] std::int64_t p95SecondsAt(std::int64_t minute) const;
    [[nodiscard]] std::int64_t secondaryQuotaAt(std::int64_t minute) const;
};

/// Reads a scenario; an unknown key, a wrong type or a minute without a value is an error at its JSON pointer and line.
[[nodiscard]] Result<Scenario> parseScenario(std::string_view text);

/// Sets the toggle that `assignment` ("hold_healthy_minutes=1") names; an error for an unknown name or a wrong value.
[[nodiscard]] std::optional<Error> setToggle(Toggles& toggles, std::string_view assignment);

} // namespace rungwatch::lab
