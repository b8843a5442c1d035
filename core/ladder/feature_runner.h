// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/breaker.h"
#include "rungwatch/cache/stale_policy.h"
#include "rungwatch/ladder/interval_stats.h"
#include "rungwatch/ladder/kill_switch.h"
#include "rungwatch/ladder/ladder.h"

namespace rungwatch {

enum class Purpose { Customer, Canary, Probe, Drill };
constexpr std::array<std::string_view, 4> enumNames(Purpose)
{
    return {"customer", "canary", "probe", "drill"};
}

/// One request of a feature.
struct FeatureRequest {
    AnswerKey key;
    Purpose purpose{Purpose::Customer};
    /// By when the whole walk has to be over; a rung that could only start later is not started. Absent: no bound.
    std::optional<SteadyTime> deadline;
    /// Only for Mode::Forced and Mode::Drill: the rung to start on. A drill tries this rung and no other.
    std::optional<std::size_t> rung;
};

/// What a rung's callable is asked.
struct RungCall {
    const Rung& rung;
    const AnswerKey& key;
    Purpose purpose{Purpose::Customer};
    /// How long it may take: the rung's own deadline or what is left of the request's, whichever is shorter. Absent: no
    /// bound. The callable keeps to it and answers Failed with timeout; the runner does not interrupt it.
    std::optional<Duration> deadline;
};

/// What a rung's callable gives back.
struct RungAnswer {
    enum class Kind {
        Served,
        Miss, ///< It works, but has nothing for this request (no cached answer, a case that no rule covers).
        Failed,
        NotStarted, ///< A guard of its own refused before anything was called (no capacity left).
    };

    Kind kind{Kind::Miss};
    std::string body;
    /// Where the answer is a cached one.
    std::optional<Duration> age;
    /// Only for Failed.
    FailureClass failure;
    /// Why not served, for people.
    std::string message;

    [[nodiscard]] static RungAnswer served(std::string body, std::optional<Duration> age = std::nullopt)
    {
        return {Kind::Served, std::move(body), age, {}, {}};
    }
    [[nodiscard]] static RungAnswer miss(std::string message) { return {Kind::Miss, {}, {}, {}, std::move(message)}; }
    [[nodiscard]] static RungAnswer failed(FailureClass failure, std::string message = {})
    {
        return {Kind::Failed, {}, {}, failure, std::move(message)};
    }
    [[nodiscard]] static RungAnswer notStarted(std::string message)
    {
        return {Kind::NotStarted, {}, {}, {}, std::move(message)};
    }
};

/// Why a rung did not serve.
struct RungError {
    std::string rung;
    /// A failure class ("503"), or: "killed", "reviving" (another request tries just now), "breaker_open",
    /// "breaker_probe_in_flight", "breaker_forced_open", "miss", "not_started", "deadline", "discarded" (it answered,
    /// but was killed meanwhile).
    std::string what;
    /// Plain text.
    std::string message;

    bool operator==(const RungError&) const = default;
};

struct FeatureAnswer {
    /// What really served; absent where no rung did, and for the caller's mistake.
    std::optional<std::size_t> rung;
    std::string rungName;
    RungKind kind{RungKind::Unavailable};
    std::string body;
    /// Where it is a cached answer.
    std::optional<Duration> age;
    /// The mode that the walk was made in.
    Mode mode{Mode::Primary};
    /// Anything but the ladder's first rung served.
    bool degraded{false};
    /// Why not higher: the mode ("degraded", "killed", "forced", "drill") where it began below the first rung, else
    /// what stopped the first rung that was tried. Empty when the first rung served.
    std::string reason;
    /// Every rung that was tried or passed by a guard and did not serve, in order; the first is the original cause.
    std::vector<RungError> errors;
    /// The request itself was wrong: no other rung was tried, and nothing is degraded.
    std::optional<FailureClass> callerMistake;
};

/// What stands behind one rung.
struct RungBinding {
    /// Does the work. Called from whichever thread runs the feature; what it throws is a failure of the rung.
    std::function<RungAnswer(const RungCall&)> call;
    /// Around the call, where it has one; outlives the runner.
    breaker::Breaker* breaker{nullptr};
};

/// Walks one feature's ladder for a request: the one path that every request takes, customers' and drills' alike.
/// Thread-safe as far as the callables are.
///
/// A rung: the deadline and the kill switch are asked first (they lose nothing by a refusal), the breaker last; what a
/// permit's call came to is recorded through it exactly once, before any lower rung runs, so that a fallback never
/// hides its failure. The first rung's own calls are measured in `stats`.
class FeatureRunner {
public:
    /// A valid ladder with as many bindings as rungs, in their order. `clock`, and the two pointers where given,
    /// outlive the runner.
    FeatureRunner(std::string name, Ladder ladder, std::vector<RungBinding> bindings, const Clock& clock,
        KillSwitch* killSwitch = nullptr, IntervalStats* stats = nullptr);

    /// `mode`: the controller's, or Forced and Drill. A kill switch that is engaged wins over all of them.
    [[nodiscard]] FeatureAnswer run(const FeatureRequest& request, Mode mode);

    /// One measured call of the first rung while the feature is off it, outside its breaker, counted apart from users'
    /// calls. Not while killed: then nothing is called and the answer is "killed".
    [[nodiscard]] FeatureAnswer canary(const AnswerKey& key);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const Ladder& ladder() const { return m_ladder; }
    /// Customers' requests by the rung that served them, since the beginning, in the ladder's order.
    [[nodiscard]] std::vector<std::uint64_t> served() const;

private:
    class Walk;

    std::string m_name;
    Ladder m_ladder;
    std::vector<RungBinding> m_bindings;
    const Clock& m_clock;
    KillSwitch* m_killSwitch;
    IntervalStats* m_stats;
    mutable std::mutex m_mutex;
    std::vector<std::uint64_t> m_served;
};

} // namespace rungwatch
