// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/clerk.h"
#include "app/bookstore/feature_alerts.h"
#include "app/bookstore/model_provider.h"
#include "rungwatch/cache/answer_store.h"
#include "rungwatch/cache/last_known_good.h"
#include "rungwatch/health/degraded_stats.h"
#include "rungwatch/lab/scenario.h"
#include "rungwatch/ladder/drill.h"

namespace rungwatch::bookstore {

/// The three providers, by the kind of rung they serve.
using Models = std::map<RungKind, ModelProvider*>;

/// A feature's ladder from the script: without the rungs it may never use, with its deadlines and honest words.
[[nodiscard]] Ladder ladderOf(const lab::ScenarioFeature& script);
/// What its owner decided about it: whether its outcome is required, and that a model that hangs leaves the others
/// their time.
[[nodiscard]] FeatureTerms termsOf(const lab::ScenarioFeature& script);
/// When he wants to be told: its last rung serves more than 5 % for five minutes, or it is off its primary for half an
/// hour.
[[nodiscard]] FeatureAlerts::Options alertsOf(const lab::ScenarioFeature& script);
[[nodiscard]] ModeController::Options controllerOf(const lab::Scenario& scenario);

/// A closed scenario minute of a feature; `n` is the minute.
struct ClosedMinute {
    std::int64_t n{0};
    WallTime endedAt;
    IntervalReport report;
};

/// One feature of the store: its ladder with what stands behind each rung, its mode controller, its caches, its switch.
/// Thread-safe, but for closeMinute() and tick(), which one thread calls.
class Feature {
public:
    static constexpr std::uint64_t canariesPerMinute = 20;
    /// No customer waits longer for an answer. A hung primary and both other models after it take 44 s; the rest is for
    /// a store that runs at 120 on a busy machine, where it is a second.
    static constexpr Duration patience = std::chrono::minutes(2);

    /// All references outlive this.
    Feature(const lab::Scenario& scenario, const lab::ScenarioFeature& script, Models models, const ScaledClock& clock,
        EventLog& log);

    /// A customer's request, walked down the ladder on the calling thread.
    FeatureAnswer serve(const AnswerKey& key);
    /// Makes the prepared answers anew; until the first time there are none. Takes a while, so it is a job.
    void prepare();
    /// One measured call of the primary, while the feature is off it.
    void canary();
    /// Canaries that are due by now and not yet sent.
    [[nodiscard]] std::uint64_t takeDueCanaries();
    /// Asks `rungs` (empty: every one) in turn as a drill does, on the calling thread, for `longest` at most; once it
    /// is called off the rung under way is the last one. Customers go on as before, and nobody's case is queued.
    [[nodiscard]] DrillReport drill(
        const std::vector<std::size_t>& rungs, Duration longest, const std::atomic<bool>& calledOff);
    /// The scenario minute `n` is over.
    void closeMinute(std::int64_t n);
    /// What is due by time alone: a kill or a rest that has run out, a case that the clerk has done, an alert.
    void tick();

    KillSwitch::Answer kill(KillSwitch::Kill kill);
    KillSwitch::Answer revive(const std::string& commandId);

    [[nodiscard]] const std::string& name() const { return m_script.name; }
    [[nodiscard]] const lab::ScenarioFeature& script() const { return m_script; }
    [[nodiscard]] const Ladder& ladder() const { return m_runner.ladder(); }
    /// A rung of that kind on its ladder.
    [[nodiscard]] bool has(RungKind kind) const;
    /// Killed while its switch is engaged, else the controller's.
    [[nodiscard]] Mode mode() const;
    [[nodiscard]] Duration inModeFor() const;
    [[nodiscard]] KillSwitch::State killSwitch() const { return m_killSwitch.state(m_clock.steadyNow()); }
    [[nodiscard]] ModeController controller() const;
    [[nodiscard]] std::vector<ClosedMinute> minutes() const;
    [[nodiscard]] std::vector<std::uint64_t> served() const { return m_runner.served(); }
    /// Answers that went out since the beginning, by how degraded they were. The ages are those of last known answers:
    /// prepared ones are as old as the store.
    [[nodiscard]] DegradedStats::Seen answered() const { return m_answered.seen(); }
    [[nodiscard]] const LastKnownGood& lastKnownGood() const { return m_lastKnownGood; }
    /// The oldest answer served from the cache in the last minute, else how old the youngest one there is.
    [[nodiscard]] std::optional<Duration> cacheAge() const;
    /// Nothing where it can't be known.
    [[nodiscard]] std::optional<Duration> preparedAge() const;
    /// But for templates.
    [[nodiscard]] std::uint64_t preparedServed() const;
    [[nodiscard]] const PersonQueue& queue() const { return m_queue; }
    /// Never degrades silently: a rung that may not decide it is not asked.
    [[nodiscard]] bool required() const { return termsOf(m_script).required; }
    [[nodiscard]] const ScaledClock& clock() const { return m_clock; }
    /// The scenario minute that an interval's own count stands for.
    [[nodiscard]] std::int64_t minuteOf(std::uint64_t interval) const;

private:
    [[nodiscard]] FeatureTerms terms();
    [[nodiscard]] std::vector<RungBinding> bindings(const Ladder& ladder);
    [[nodiscard]] RungAnswer askModel(ModelProvider& model, const RungCall& call);
    [[nodiscard]] RungAnswer askCache(const RungCall& call);
    [[nodiscard]] RungAnswer askScript(const RungCall& call, std::uint64_t coveragePercent);
    [[nodiscard]] RungAnswer joinQueue(const RungCall& call);
    void noteMode();
    void noteRests();

    lab::ScenarioFeature m_script;
    Models m_models;
    const ScaledClock& m_clock;
    EventLog& m_log;
    LastKnownGood m_lastKnownGood;
    AnswerStore m_prepared;
    std::map<std::string, std::atomic<std::uint64_t>> m_visits;
    DegradedStats m_answered;
    PersonQueue m_queue{{.perCase = Clerk::perCase}};
    Clerk m_clerk{m_queue};
    KillSwitch m_killSwitch;
    RungOverride m_override;
    IntervalStats m_stats;
    FeatureRunner m_runner;
    // The ticking thread's alone.
    FeatureAlerts m_alerts;
    std::vector<bool> m_resting;

    mutable std::mutex m_mutex;
    ModeController m_controller;
    std::vector<ClosedMinute> m_minutes;
    std::optional<Duration> m_oldestThisMinute;
    std::optional<Duration> m_oldestLastMinute;
    Mode m_shownMode{Mode::Primary};
    SteadyTime m_modeSince;
    std::optional<SteadyTime> m_canariesSince;
    std::uint64_t m_canariesSent{0};
};

} // namespace rungwatch::bookstore
