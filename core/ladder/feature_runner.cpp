// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/feature_runner.h"

#include <algorithm>
#include <exception>

namespace rungwatch {

namespace {

/// The one request that may try while a feature is being revived; says how it went when it ends, on every path.
class Revival {
public:
    Revival(KillSwitch* killSwitch, SteadyTime now)
        : m_switch(killSwitch)
    {
        if (!m_switch)
            return;
        m_phase = m_switch->phase(now);
        if (m_phase == KillSwitch::Phase::Reviving)
            m_trial = m_switch->tryTrial(now);
    }
    ~Revival()
    {
        if (m_trial)
            m_switch->endTrial(*m_trial, served);
    }
    Revival(const Revival&) = delete;
    Revival& operator=(const Revival&) = delete;

    /// Why no model may be called at `now`; empty where it may. Asked anew for every call.
    [[nodiscard]] std::string_view refusal(SteadyTime now) const
    {
        const auto phase = m_switch ? m_switch->phase(now) : KillSwitch::Phase::Off;
        if (phase == KillSwitch::Phase::Killed)
            return "killed";
        return phase == KillSwitch::Phase::Reviving && !m_trial ? "reviving" : "";
    }

    bool served{false};

private:
    KillSwitch* m_switch;
    KillSwitch::Phase m_phase{KillSwitch::Phase::Off};
    std::optional<std::uint64_t> m_trial;
};

RungAnswer called(const RungBinding& binding, const RungCall& call)
{
    if (!binding.call)
        return isHonestEnd(call.rung.kind) ? RungAnswer::served(call.rung.message)
                                           : RungAnswer::miss("nothing stands behind this rung");
    try {
        return binding.call(call);
    } catch (const std::exception& thrown) {
        return RungAnswer::failed(FailureClass::Kind::Thrown, thrown.what());
    } catch (...) {
        return RungAnswer::failed(FailureClass::Kind::Thrown, "an exception without a text");
    }
}

/// The verdict is on this rung's own call, whatever a lower one makes of the request.
void endPermit(breaker::Permit& permit, const RungAnswer& answer, Duration latency)
{
    switch (answer.kind) {
    case RungAnswer::Kind::Served:
    case RungAnswer::Kind::Miss:
        return permit.success(latency);
    case RungAnswer::Kind::Failed:
        return permit.failure(answer.failure, latency);
    case RungAnswer::Kind::NotStarted:
        return permit.cancel();
    }
}

RungError errorOf(const Rung& rung, const RungAnswer& answer)
{
    switch (answer.kind) {
    case RungAnswer::Kind::Miss:
        return {rung.name, "miss", answer.message};
    case RungAnswer::Kind::NotStarted:
        return {rung.name, "not_started", answer.message};
    default:
        return {rung.name, answer.failure.name(), answer.message};
    }
}

} // namespace

/// One request on its way down.
class FeatureRunner::Walk {
public:
    Walk(const FeatureRunner& runner, const AnswerKey& key, Purpose purpose, std::optional<SteadyTime> deadline)
        : m_runner(runner)
        , m_key(key)
        , m_purpose(purpose)
        , m_deadline(deadline)
        , m_revival(runner.m_killSwitch, runner.m_clock.steadyNow())
    {
    }

    /// Where the walk begins, and in which mode. A switch that is off wins over every other state.
    std::size_t begin(Mode mode, std::optional<std::size_t> forced)
    {
        const auto refusal = m_revival.refusal(m_runner.m_clock.steadyNow());
        if (!refusal.empty()) {
            answer.mode = Mode::Killed;
            const auto first = m_runner.m_ladder.firstRung(Mode::Killed);
            answer.reason = first > 0 ? refusal : "";
            // A forced rung that calls no model is not what the kill is about.
            return forced && *forced > first ? *forced : first;
        }
        answer.mode = mode;
        const bool byHand = mode == Mode::Forced || mode == Mode::Drill;
        const auto first = byHand && forced ? *forced : m_runner.m_ladder.firstRung(mode);
        answer.reason = first > 0 ? nameOf(mode) : "";
        return std::min(first, m_runner.m_ladder.rungs.size() - 1);
    }

    /// Tries one rung. True: the walk is over.
    bool tries(std::size_t index, bool throughBreaker)
    {
        const auto& rung = m_runner.m_ladder.rungs[index];
        const auto& binding = m_runner.m_bindings[index];
        const auto now = m_runner.m_clock.steadyNow();
        // What loses nothing by a refusal is asked first, the breaker last.
        if (m_deadline && now >= *m_deadline && !isHonestEnd(rung.kind))
            return stopped({rung.name, "deadline", "no time left to start"});
        if (const auto refusal = modelRefusal(rung, now); !refusal.empty())
            return stopped({rung.name, std::string(refusal), {}});
        breaker::Permit permit;
        if (throughBreaker && binding.breaker) {
            auto admission = binding.breaker->tryAcquire();
            if (!admission)
                return stopped({rung.name, "breaker_" + std::string(nameOf(admission.refusal().reason)), {}});
            permit = std::move(admission.permit());
        }
        const RungCall call{rung, m_key, m_purpose, timeFor(rung, now)};
        const auto came = called(binding, call);
        const auto ended = m_runner.m_clock.steadyNow();
        endPermit(permit, came, ended - now);
        measure(index, call, came, ended - now);
        return judged(index, came, ended);
    }

    FeatureAnswer answer;

private:
    [[nodiscard]] std::string_view modelRefusal(const Rung& rung, SteadyTime now) const
    {
        return isModel(rung.kind) ? m_revival.refusal(now) : std::string_view();
    }

    [[nodiscard]] std::optional<Duration> timeFor(const Rung& rung, SteadyTime now) const
    {
        if (!m_deadline)
            return rung.deadline;
        const auto left = std::max(Duration{0}, *m_deadline - now);
        return rung.deadline ? std::min(*rung.deadline, left) : left;
    }

    void measure(std::size_t index, const RungCall& call, const RungAnswer& came, Duration latency) const
    {
        const bool counts = m_purpose == Purpose::Customer || m_purpose == Purpose::Canary;
        if (!m_runner.m_stats || index != 0 || !counts || came.kind == RungAnswer::Kind::NotStarted)
            return;
        const auto failure =
            came.kind == RungAnswer::Kind::Failed ? std::optional(came.failure) : std::optional<FailureClass>();
        const auto source = m_purpose == Purpose::Canary ? IntervalStats::Source::Canary : IntervalStats::Source::User;
        m_runner.m_stats->measured(source, latency, failure, call.deadline);
    }

    bool judged(std::size_t index, const RungAnswer& came, SteadyTime ended)
    {
        const auto& rung = m_runner.m_ladder.rungs[index];
        const bool served = came.kind == RungAnswer::Kind::Served;
        if (served && modelRefusal(rung, ended) == "killed")
            return stopped({rung.name, "discarded", "killed while the call was under way"});
        if (served)
            return serve(index, came.body, came.age);
        stopped(errorOf(rung, came));
        if (came.kind == RungAnswer::Kind::Failed && came.failure.isCallerMistake()) {
            answer.callerMistake = came.failure;
            answer.body = came.body;
            return true;
        }
        // The last rung is an honest message, even where what stands behind it fails.
        if (index + 1 == m_runner.m_ladder.rungs.size() && isHonestEnd(rung.kind))
            return serve(index, rung.message, std::nullopt);
        return false;
    }

    bool serve(std::size_t index, const std::string& body, std::optional<Duration> age)
    {
        const auto& rung = m_runner.m_ladder.rungs[index];
        answer.rung = index;
        answer.rungName = rung.name;
        answer.kind = rung.kind;
        answer.body = body;
        answer.age = age;
        answer.degraded = index > 0;
        m_revival.served = isModel(rung.kind);
        return true;
    }

    bool stopped(RungError error)
    {
        if (answer.reason.empty())
            answer.reason = error.what;
        answer.errors.push_back(std::move(error));
        return false;
    }

    const FeatureRunner& m_runner;
    const AnswerKey& m_key;
    Purpose m_purpose;
    std::optional<SteadyTime> m_deadline;
    Revival m_revival;
};

FeatureRunner::FeatureRunner(std::string name, Ladder ladder, std::vector<RungBinding> bindings, const Clock& clock,
    KillSwitch* killSwitch, IntervalStats* stats)
    : m_name(std::move(name))
    , m_ladder(std::move(ladder))
    , m_bindings(std::move(bindings))
    , m_clock(clock)
    , m_killSwitch(killSwitch)
    , m_stats(stats)
    , m_served(m_ladder.rungs.size())
{
    m_bindings.resize(m_ladder.rungs.size());
}

FeatureAnswer FeatureRunner::run(const FeatureRequest& request, Mode mode)
{
    Walk walk(*this, request.key, request.purpose, request.deadline);
    const auto first = walk.begin(mode, request.rung);
    const auto end = walk.answer.mode == Mode::Drill ? first + 1 : m_ladder.rungs.size();
    for (auto index = first; index < end; ++index)
        if (walk.tries(index, true))
            break;
    if (walk.answer.rung && request.purpose == Purpose::Customer) {
        if (m_stats)
            m_stats->served(walk.answer.rungName);
        const std::lock_guard lock(m_mutex);
        ++m_served[*walk.answer.rung];
    }
    return std::move(walk.answer);
}

FeatureAnswer FeatureRunner::canary(const AnswerKey& key)
{
    Walk walk(*this, key, Purpose::Canary, std::nullopt);
    walk.answer.mode = Mode::Degraded;
    walk.tries(0, false);
    return std::move(walk.answer);
}

std::vector<std::uint64_t> FeatureRunner::served() const
{
    const std::lock_guard lock(m_mutex);
    return m_served;
}

} // namespace rungwatch
