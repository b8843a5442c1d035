// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/deadline.h"
#include "rungwatch/ladder/feature_answer.h"
#include "rungwatch/ladder/interval_stats.h"
#include "rungwatch/ladder/kill_switch.h"
#include "rungwatch/ladder/ladder.h"
#include "rungwatch/ladder/rung_binding.h"
#include "rungwatch/ladder/rung_override.h"
#include "rungwatch/ladder/rung_rest.h"

namespace rungwatch {

/// One request of a feature.
struct FeatureRequest {
    AnswerKey key;
    Purpose purpose{Purpose::Customer};
    /// By when the whole walk has to be over; a rung that would be left nothing of it is passed by, but for an honest
    /// end. Absent: no bound.
    std::optional<SteadyTime> deadline;
    /// Only for Mode::Forced and Mode::Drill: the rung to start on. A drill tries this rung and no other.
    std::optional<std::size_t> rung;
};

/// What a feature's owner decided about it, apart from its ladder.
struct FeatureTerms {
    /// A required outcome: a rung that is not allowedForRequired() is never asked, whatever the ladder holds.
    bool required{false};
    /// How long a rung is left alone whose allowance is spent, where the dependency does not say when it comes back;
    /// 0 to 24 h, 0: not at all. What the dependency says counts up to 24 h.
    Duration quotaRest{std::chrono::minutes(5)};
    /// Where a rung can be forced or drilled by hand; outlives the runner.
    RungOverride* forcedRung{nullptr};
    /// By rung, of a request with a deadline: what the rungs above have to leave for it, 0 or more, so that one that
    /// hangs can't spend what the cheap ones need. Empty: nothing.
    std::vector<Duration> reserves{};
};

/// Walks one feature's ladder for a request: the one path that every request takes, customers' and drills' alike.
/// Thread-safe as far as the callables are.
///
/// A rung: its terms, the deadline, the kill switch and its rest are asked first (they lose nothing by a refusal), the
/// breaker last; what a permit's call came to is recorded through it exactly once, before any lower rung runs, so that
/// a fallback never hides its failure. A caller's mistake and a cancelled call end the walk. The first rung's own calls
/// are measured in `stats`. A model's answer is discarded where a kill came while it was under way, even one that is
/// over by then.
class FeatureRunner {
public:
    static constexpr Duration longestRest = std::chrono::hours(24);

    /// What a walk depends on besides its request: of a drill, the same before and after.
    struct Standing {
        KillSwitch::Phase kill{KillSwitch::Phase::Off};
        std::optional<RungOverride::Entry> forced;
        /// By rung.
        std::vector<std::optional<breaker::Phase>> breakers;
        std::vector<bool> resting;

        bool operator==(const Standing&) const = default;
    };

    /// A valid ladder with as many bindings as rungs, in their order. `clock`, and the pointers where given, outlive
    /// the runner.
    FeatureRunner(std::string name, Ladder ladder, std::vector<RungBinding> bindings, const Clock& clock,
        KillSwitch* killSwitch = nullptr, IntervalStats* stats = nullptr, const FeatureTerms& terms = {});

    /// `mode`: the controller's, or Forced and Drill. An override that is in force wins over the controller, a kill
    /// switch that is engaged over all of them.
    [[nodiscard]] FeatureAnswer run(const FeatureRequest& request, Mode mode);

    /// One measured call of the first rung while the feature is off it, outside its breaker, counted apart from users'
    /// calls. Not while killed or resting: then nothing is called and the answer says so.
    [[nodiscard]] FeatureAnswer canary(const AnswerKey& key);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const Ladder& ladder() const { return m_ladder; }
    [[nodiscard]] const Clock& clock() const { return m_clock; }
    [[nodiscard]] RungOverride* forcedRung() const { return m_terms.forcedRung; }
    /// Customers' requests by the rung that served them, since the beginning, in the ladder's order.
    [[nodiscard]] std::vector<std::uint64_t> served() const;
    [[nodiscard]] Standing standing(SteadyTime now) const;
    /// How long a rung still rests; absent where it does not.
    [[nodiscard]] std::optional<Duration> restLeft(std::size_t rung, SteadyTime now) const;
    /// An operator's word that the allowance is back.
    void endRest(std::size_t rung) { m_rests[rung].clear(); }

private:
    class Walk;

    std::string m_name;
    Ladder m_ladder;
    std::vector<RungBinding> m_bindings;
    const Clock& m_clock;
    KillSwitch* m_killSwitch;
    IntervalStats* m_stats;
    FeatureTerms m_terms;
    /// By rung: its own deadline, and its reserve.
    std::vector<RungShare> m_shares;
    std::vector<RungRest> m_rests;
    std::vector<std::atomic<std::uint64_t>> m_served;
};

} // namespace rungwatch
