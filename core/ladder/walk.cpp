// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/walk.h"

#include "rungwatch/ladder/required_outcome.h"

#include <algorithm>
#include <exception>

namespace rungwatch {

namespace {

RungAnswer called(const RungBinding& binding, const RungCall& call)
{
    if (!binding.call)
        return isHonestEnd(call.rung.kind) ? RungAnswer::served({})
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

Outcome outcomeOf(std::size_t index, RungKind kind)
{
    if (kind == RungKind::Unavailable)
        return Outcome::Unavailable;
    if (kind == RungKind::QueueForPerson)
        return Outcome::Queued;
    return index == 0 ? Outcome::Full : Outcome::Degraded;
}

} // namespace

FeatureRunner::Walk::Walk(
    FeatureRunner& runner, const AnswerKey& key, Purpose purpose, std::optional<SteadyTime> deadline)
    : m_runner(runner)
    , m_key(key)
    , m_purpose(purpose)
    , m_deadline(deadline ? Deadline::at(*deadline) : Deadline::none())
    , m_now(runner.m_clock.steadyNow())
    , m_gate(runner.m_killSwitch, m_now)
{
    answer.required = runner.m_terms.required;
}

std::size_t FeatureRunner::Walk::begin(Mode mode, std::optional<std::size_t> forced)
{
    const auto& ladder = m_runner.m_ladder;
    if (const auto refused = m_gate.refusal(m_now); !refused.empty()) {
        answer.mode = Mode::Killed;
        const auto first = ladder.firstRung(Mode::Killed);
        answer.reason = first > 0 ? refused : "";
        // A forced rung that calls no model is not what the kill is about.
        return forced && *forced > first ? std::min(*forced, ladder.rungs.size() - 1) : first;
    }
    answer.mode = mode;
    const bool byHand = mode == Mode::Forced || mode == Mode::Drill;
    const auto first = byHand && forced ? *forced : ladder.firstRung(mode);
    answer.reason = first > 0 ? nameOf(mode) : "";
    return std::min(first, ladder.rungs.size() - 1);
}

bool FeatureRunner::Walk::tries(std::size_t index, bool throughBreaker)
{
    const auto& rung = m_runner.m_ladder.rungs[index];
    const auto& binding = m_runner.m_bindings[index];
    const auto kills = m_gate.kills();
    // What loses nothing by a refusal is asked first, the breaker last.
    const auto time = timeForRung(m_runner.m_shares, index, m_deadline, m_now);
    if (auto refused = refusal(index, time); !refused.what.empty())
        return stopped(std::move(refused));
    breaker::Permit permit;
    if (throughBreaker && binding.breaker) {
        auto admission = binding.breaker->tryAcquire();
        if (!admission)
            return stopped({rung.name, "breaker_" + std::string(nameOf(admission.refusal().reason)), {}});
        permit = std::move(admission.permit());
    }
    const RungCall call{rung, m_key, m_purpose, time.given};
    const auto came = called(binding, call);
    const auto began = std::exchange(m_now, m_runner.m_clock.steadyNow());
    endPermit(permit, came, m_now - began);
    measure(index, call, came, m_now - began);
    rest(index, came);
    return judged(index, came, !isModel(rung.kind) || m_gate.passedSince(kills, m_now));
}

RungError FeatureRunner::Walk::refusal(std::size_t index, const RungTime& time) const
{
    const auto& rung = m_runner.m_ladder.rungs[index];
    if (m_runner.m_terms.required && !allowedForRequired(rung.kind))
        return {rung.name, "not_allowed", "a required outcome never comes from a " + std::string(nameOf(rung.kind))};
    if (time.skipped && !isHonestEnd(rung.kind))
        return {rung.name, "deadline", "no time left to start"};
    if (isModel(rung.kind))
        if (const auto refused = m_gate.refusal(m_now); !refused.empty())
            return {rung.name, std::string(refused), {}};
    if (!isHonestEnd(rung.kind) && m_runner.m_rests[index].left(m_now))
        return {rung.name, "resting", "its allowance is spent"};
    return {};
}

void FeatureRunner::Walk::measure(
    std::size_t index, const RungCall& call, const RungAnswer& came, Duration latency) const
{
    const bool counts = m_purpose == Purpose::Customer || m_purpose == Purpose::Canary;
    if (!m_runner.m_stats || index != 0 || !counts || came.kind == RungAnswer::Kind::NotStarted)
        return;
    const auto failure =
        came.kind == RungAnswer::Kind::Failed ? std::optional(came.failure) : std::optional<FailureClass>();
    const auto source = m_purpose == Purpose::Canary ? IntervalStats::Source::Canary : IntervalStats::Source::User;
    m_runner.m_stats->measured(source, latency, failure, call.deadline);
}

void FeatureRunner::Walk::rest(std::size_t index, const RungAnswer& came) const
{
    if (came.kind != RungAnswer::Kind::Failed || came.failure.kind() != FailureClass::Kind::QuotaSpent)
        return;
    const auto wanted = came.comesBackIn.value_or(m_runner.m_terms.quotaRest);
    m_runner.m_rests[index].until(saturatingAdd(m_now, std::clamp(wanted, Duration{0}, longestRest)));
}

bool FeatureRunner::Walk::judged(std::size_t index, const RungAnswer& came, bool inTime)
{
    const auto& rung = m_runner.m_ladder.rungs[index];
    const bool served = came.kind == RungAnswer::Kind::Served;
    if (served && !inTime)
        return stopped({rung.name, "discarded", "killed while the call was under way"});
    if (served)
        return serve(index, came);
    stopped(errorOf(rung, came));
    if (came.kind == RungAnswer::Kind::Failed && endsWith(came))
        return true;
    // The last rung is an honest message, even where what stands behind it fails.
    if (index + 1 < m_runner.m_ladder.rungs.size() || !isHonestEnd(rung.kind))
        return false;
    serve(index, RungAnswer::served({}));
    if (rung.kind == RungKind::QueueForPerson)
        sayNotQueued(rung);
    return true;
}

/// What no lower rung could help: the request itself was wrong, or nobody waits for an answer any more.
bool FeatureRunner::Walk::endsWith(const RungAnswer& failed)
{
    if (failed.failure.kind() == FailureClass::Kind::Cancelled) {
        answer.outcome = Outcome::Cancelled;
        return true;
    }
    if (!failed.failure.isCallerMistake())
        return false;
    answer.callerMistake = failed.failure;
    answer.outcome = Outcome::CallerMistake;
    answer.body = failed.body;
    return true;
}

/// Nobody has the request: the rung's own words, that somebody does, would not be true.
void FeatureRunner::Walk::sayNotQueued(Rung rung)
{
    rung.message.clear();
    answer.outcome = Outcome::Unavailable;
    answer.honest = honestMessage(m_runner.m_name, rung);
    answer.body = answer.honest->text;
}

bool FeatureRunner::Walk::serve(std::size_t index, const RungAnswer& came)
{
    const auto& rung = m_runner.m_ladder.rungs[index];
    answer.rung = index;
    answer.rungName = rung.name;
    answer.kind = rung.kind;
    answer.body = came.body;
    answer.age = came.age;
    answer.degraded = index > 0;
    answer.outcome = outcomeOf(index, rung.kind);
    if (isHonestEnd(rung.kind)) {
        answer.honest = honestMessage(m_runner.m_name, rung, came.place);
        if (answer.body.empty())
            answer.body = answer.honest->text;
    }
    if (isModel(rung.kind))
        m_gate.served();
    return true;
}

bool FeatureRunner::Walk::stopped(RungError error)
{
    if (answer.reason.empty())
        answer.reason = error.what;
    answer.errors.push_back(std::move(error));
    return false;
}

} // namespace rungwatch
