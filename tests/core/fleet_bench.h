// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/decide.h"

#include <QTest>

#include <functional>
#include <queue>

/// A fleet without sockets: a manual clock, endpoints that answer as a test says, and the log of all that happened.
/// Every decision is checked against apply() as it is taken.
class FleetBench {
public:
    using Body = rungwatch::fleet::EventBody;
    using Result = rungwatch::fleet::PollResult;
    /// What an endpoint answers, by its name: fill in the result; nothing: the poll's end never comes.
    using Answerer = std::function<bool(const std::string& endpoint, Result& result)>;

    explicit FleetBench(const std::string& policyText, std::uint64_t seed = 1, Answerer answers = {})
    {
        if (answers)
            answerer = std::move(answers);
        feed(rungwatch::fleet::SessionStarted{policyText, seed, "boot", "test", "ada"});
    }

    rungwatch::fleet::FleetState state;
    rungwatch::ManualClock clock;
    std::vector<rungwatch::fleet::Event> log;
    std::optional<rungwatch::SteadyTime> nextDue;
    std::size_t ticks{0};
    /// Polls that were started, by endpoint.
    std::map<std::string, std::vector<rungwatch::SteadyTime>> asked;
    std::vector<rungwatch::fleet::ControlEffect> controls;
    Answerer answerer = [](const std::string&, Result&) { return false; };
    rungwatch::Duration latency{std::chrono::milliseconds{5}};
    bool paranoid{true};
    rungwatch::fleet::DecideMemo memo;
    /// Each decision is taken without the memo too, and has to be the same; where it is paranoid in any case.
    bool fromScratch{false};

    /// Feeds one input now and gives the facts that followed.
    std::vector<rungwatch::fleet::Event> feed(Body input)
    {
        using namespace rungwatch::fleet;
        const Policy none;
        const auto& policy = state.policy ? *state.policy : none;
        const auto scratch =
            paranoid || fromScratch ? std::optional(decide(state, policy, input, clock.now())) : std::nullopt;
        auto decision = decide(state, policy, std::move(input), clock.now(), memo);
        if (scratch
            && (rungwatch::encoded(scratch->events) != rungwatch::encoded(decision.events)
                || rungwatch::encoded(scratch->next) != rungwatch::encoded(decision.next)
                || scratch->nextDue != decision.nextDue || scratch->effects.size() != decision.effects.size()))
            QTest::qFail("decide() with a memo decides otherwise than without", __FILE__, __LINE__);
        if (paranoid) {
            auto applied = state;
            for (const auto& event : decision.events)
                apply(applied, event);
            if (rungwatch::encoded(applied) != rungwatch::encoded(decision.next))
                QTest::qFail("decide() holds what apply() does not make of its events", __FILE__, __LINE__);
        }
        state = decision.next;
        nextDue = decision.nextDue;
        log.insert(log.end(), decision.events.begin(), decision.events.end());
        for (const auto& effect : decision.effects)
            carryOut(effect);
        return {decision.events.begin() + 1, decision.events.end()};
    }

    /// Lets the time pass up to `until`: ticks when they are due, answers when they come.
    void runUntil(rungwatch::SteadyTime until)
    {
        for (;;) {
            const auto answer = m_pending.empty() ? rungwatch::SteadyTime::max() : m_pending.begin()->first;
            const auto tick = nextDue.value_or(rungwatch::SteadyTime::max());
            const auto next = std::min(answer, tick);
            if (next > until)
                break;
            if (next > clock.steadyNow())
                clock.advance(next - clock.steadyNow());
            if (answer <= tick)
                deliver();
            else {
                ++ticks;
                feed(rungwatch::fleet::Tick{});
            }
        }
        clock.advance(until - clock.steadyNow());
    }
    void runFor(rungwatch::Duration time) { runUntil(clock.steadyNow() + time); }

    [[nodiscard]] const rungwatch::fleet::EndpointState& endpoint(std::size_t index) const
    {
        return state.endpoints.at(index).get();
    }
    [[nodiscard]] std::string endpointAt(std::size_t index) const
    {
        return rungwatch::fleet::endpointName(*state.policy, rungwatch::fleet::endpointsOf(*state.policy).at(index));
    }

    /// Every body of that kind in the log, in order.
    template <class Kind> [[nodiscard]] std::vector<Kind> all() const
    {
        std::vector<Kind> found;
        for (const auto& event : log)
            if (const auto* body = std::get_if<Kind>(&event.body))
                found.push_back(*body);
        return found;
    }

    /// Delivers the results that are due now, as one round.
    void deliver()
    {
        rungwatch::fleet::PollRound round;
        while (!m_pending.empty() && m_pending.begin()->first <= clock.steadyNow()) {
            round.results.push_back(m_pending.begin()->second);
            m_pending.erase(m_pending.begin());
        }
        feed(std::move(round));
    }
    void dropPending() { m_pending.clear(); }

private:
    void carryOut(const rungwatch::fleet::Effect& effect)
    {
        using namespace rungwatch::fleet;
        if (const auto* control = std::get_if<ControlEffect>(&effect)) {
            controls.push_back(*control);
            return;
        }
        const auto& poll = std::get<PollEffect>(effect);
        const auto name = endpointAt(poll.endpoint);
        asked[name].push_back(clock.steadyNow());
        Result result;
        result.endpoint = poll.endpoint;
        result.permit = poll.permit;
        result.latency = latency;
        result.obtainedAt = clock.steadyNow() + latency;
        if (answerer(name, result))
            m_pending.emplace(result.obtainedAt, result);
    }

    std::multimap<rungwatch::SteadyTime, Result> m_pending;
};

/// A good answer of that level.
inline bool answerLevel(FleetBench::Result& result, rungwatch::HealthLevel level, const std::string& message = {})
{
    rungwatch::Reading reading;
    reading.format = "seed-health";
    reading.level = level;
    reading.message = message;
    result.status = 200;
    result.reading = rungwatch::Shared<rungwatch::Reading>(std::move(reading));
    return true;
}

/// No answer, with the transport's word.
inline bool answerNothing(FleetBench::Result& result, rungwatch::fleet::Transport transport)
{
    result.transport = transport;
    result.errorDetail = "no connection";
    return true;
}
