// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/feature.h"

#include "app/bookstore/feature_reply.h"
#include "app/bookstore/prepared_answers.h"
#include "app/bookstore/spacing.h"

#include <algorithm>

namespace rungwatch::bookstore {

using namespace std::chrono_literals;

Feature::Feature(const lab::Scenario& scenario, const lab::ScenarioFeature& script, Models models,
    const ScaledClock& clock, EventLog& log)
    : m_script(script)
    , m_models(std::move(models))
    , m_clock(clock)
    , m_log(log)
    , m_stats(clock.now())
    , m_runner(script.name, ladderOf(script), bindings(ladderOf(script)), clock, &m_killSwitch, &m_stats, terms())
    , m_alerts(script.name, alertsOf(script), log)
    , m_resting(ladder().rungs.size())
    , m_controller(controllerOf(scenario))
    , m_modeSince(clock.steadyNow())
{
    for (const auto& rung : ladder().rungs)
        m_visits[rung.name] = 0;
}

void Feature::prepare()
{
    if (has(RungKind::Cache) || has(RungKind::Template))
        m_prepared.replace(preparedAnswers(m_script.name, m_clock.now()));
}

FeatureTerms Feature::terms()
{
    auto terms = termsOf(m_script);
    terms.forcedRung = &m_override;
    return terms;
}

std::vector<RungBinding> Feature::bindings(const Ladder& ladder)
{
    std::vector<RungBinding> bound;
    for (const auto& rung : ladder.rungs) {
        if (isModel(rung.kind)) {
            auto* model = m_models.at(rung.kind);
            bound.push_back(
                {[this, model](const RungCall& call) { return askModel(*model, call); }, &model->breaker()});
        } else if (rung.kind == RungKind::Cache) {
            bound.push_back({[this](const RungCall& call) { return askCache(call); }, nullptr});
        } else if (rung.kind == RungKind::QueueForPerson) {
            bound.push_back({[this](const RungCall& call) { return joinQueue(call); }, nullptr});
        } else if (rung.kind == RungKind::Unavailable) {
            bound.push_back({}); // the core says its honest message
        } else {
            const auto script = std::ranges::find(m_script.ladder, rung.name, &lab::ScenarioRung::name);
            const auto coverage = static_cast<std::uint64_t>(script->coveragePercent);
            bound.push_back({[this, coverage](const RungCall& call) { return askScript(call, coverage); }, nullptr});
        }
    }
    return bound;
}

RungAnswer Feature::askModel(ModelProvider& model, const RungCall& call)
{
    auto answer = model.ask(call.purpose, m_script.name, call.deadline.value_or(20s));
    if (answer.kind == RungAnswer::Kind::Served && call.purpose == Purpose::Customer)
        m_lastKnownGood.put(call.key, answer.body, m_clock.now());
    return answer;
}

RungAnswer Feature::askCache(const RungCall& call)
{
    const auto now = m_clock.now();
    auto found = m_lastKnownGood.get(call.key, now);
    if (found.value) {
        m_answered.record(DegradationLevel::Severe, call.rung.name, found.age);
        const std::lock_guard lock(m_mutex);
        m_oldestThisMinute = std::max(m_oldestThisMinute.value_or(0ns), *found.age);
        return RungAnswer::served(std::move(*found.value), found.age);
    }
    auto prepared = m_prepared.find({.query = call.key.identity, .scope = call.key.scope}, now);
    if (prepared.match == AnswerMatch::None)
        return RungAnswer::miss("nothing cached or prepared");
    if (call.purpose == Purpose::Customer)
        m_answered.record(DegradationLevel::Severe, call.rung.name);
    return RungAnswer::served(std::move(prepared.answer), prepared.age);
}

/// Rules and templates cover the scripted share of what comes down to them; a drill asks one that they cover.
RungAnswer Feature::askScript(const RungCall& call, std::uint64_t coveragePercent)
{
    if (call.purpose != Purpose::Drill && !spaced(m_visits.at(call.rung.name)++, coveragePercent))
        return RungAnswer::miss("no rule covers it");
    if (call.rung.kind != RungKind::Template)
        return RungAnswer::served(call.rung.name);
    auto found = m_prepared.find({.scope = call.key.scope, .category = m_script.name}, m_clock.now());
    if (found.match != AnswerMatch::Template)
        return RungAnswer::miss("no template");
    return RungAnswer::served(std::move(found.answer));
}

RungAnswer Feature::joinQueue(const RungCall& call)
{
    const auto now = m_clock.steadyNow();
    m_clerk.work(now);
    const auto joined = m_queue.join(call.key.identity, now);
    if (joined && call.purpose == Purpose::Drill)
        m_queue.leave(joined->ticket); // there was room, and nobody has to handle it
    return joined ? RungAnswer::queued(joined->place) : RungAnswer::notStarted("the queue is full");
}

FeatureAnswer Feature::serve(const AnswerKey& key)
{
    const auto mode = [this] {
        const std::lock_guard lock(m_mutex);
        return m_controller.mode();
    }();
    const auto deadline = Deadline::after(m_clock.steadyNow(), patience);
    auto answer = m_runner.run({key, Purpose::Customer, deadline.time(), std::nullopt}, mode);
    if (answer.kind != RungKind::Cache) // askCache() has, which knows what kind of answer it was
        m_answered.record(degradationOf(answer), answer.rungName);
    return answer;
}

void Feature::canary()
{
    static_cast<void>(m_runner.canary({"canary", "public"}));
}

std::uint64_t Feature::takeDueCanaries()
{
    // Off its first rung is also a feature whose primary's breaker refuses its calls: without canaries the few that it
    // could measure before would leave its controller without a verdict.
    const bool refused = m_models.at(RungKind::Primary)->breaker().phase() != breaker::Phase::Closed;
    const std::lock_guard lock(m_mutex);
    if (m_controller.mode() != Mode::Degraded && !refused) {
        m_canariesSince.reset();
        return 0;
    }
    const auto now = m_clock.steadyNow();
    if (!m_canariesSince) {
        m_canariesSince = now;
        m_canariesSent = 0;
    }
    const auto due = static_cast<std::uint64_t>((now - *m_canariesSince) * canariesPerMinute / Duration(1min));
    const auto unsent = due - std::min(due, m_canariesSent);
    m_canariesSent += unsent;
    return std::min<std::uint64_t>(unsent, canariesPerMinute); // after a stall: not all that were missed at once
}

void Feature::closeMinute(std::int64_t n)
{
    const auto now = m_clock.now();
    const ClosedMinute minute{n, now.wall, m_stats.close(now)};
    m_alerts.closeMinute(minute.report.served, minute.report.ended - minute.report.began, now.wall);
    {
        const std::lock_guard lock(m_mutex);
        m_controller.observe(minute.report.observation());
        m_minutes.push_back(minute);
        if (m_minutes.size() > 10)
            m_minutes.erase(m_minutes.begin());
        m_oldestLastMinute = m_oldestThisMinute;
        m_oldestThisMinute.reset();
    }
    noteMode();
}

void Feature::tick()
{
    const auto now = m_clock.now();
    m_clerk.work(now.steady);
    noteMode();
    noteRests();
    m_alerts.look(mode(), now);
}

bool Feature::has(RungKind kind) const
{
    return std::ranges::any_of(ladder().rungs, [kind](const Rung& rung) { return rung.kind == kind; });
}

Mode Feature::mode() const
{
    if (m_killSwitch.phase(m_clock.steadyNow()) == KillSwitch::Phase::Killed)
        return Mode::Killed;
    const std::lock_guard lock(m_mutex);
    return m_controller.mode();
}

/// Logs a mode that is another than the last one, whoever made it so: controller, operator, or an expiry.
void Feature::noteMode()
{
    const auto now = m_clock.now();
    const auto shown = mode();
    const std::lock_guard lock(m_mutex);
    if (shown == m_shownMode)
        return;
    const bool byHand = shown == Mode::Killed || m_shownMode == Mode::Killed;
    m_log.add({0, now.wall, "mode", m_script.name, std::string(nameOf(m_shownMode)), std::string(nameOf(shown)),
        byHand ? "kill_switch" : "controller", std::nullopt});
    m_shownMode = shown;
    m_modeSince = now.steady;
}

/// Logs a rung that is left alone since its allowance is spent, and that it is asked again.
void Feature::noteRests()
{
    const auto now = m_clock.now();
    for (std::size_t i = 0; i < m_resting.size(); ++i) {
        const auto left = m_runner.restLeft(i, now.steady);
        if (m_resting[i] == left.has_value())
            continue;
        m_resting[i] = left.has_value();
        m_log.add({0, now.wall, "rest", m_script.name, left ? "asked" : "resting", left ? "resting" : "asked",
            ladder().rungs[i].name + (left ? ": its allowance is spent" : ": its time is over"), std::nullopt});
    }
}

KillSwitch::Answer Feature::kill(KillSwitch::Kill kill)
{
    kill.since = m_clock.steadyNow();
    const auto answer = m_killSwitch.engage(kill);
    noteMode();
    return answer;
}

KillSwitch::Answer Feature::revive(const std::string& commandId)
{
    const auto answer = m_killSwitch.release(commandId, m_clock.steadyNow());
    noteMode();
    return answer;
}

Duration Feature::inModeFor() const
{
    const std::lock_guard lock(m_mutex);
    return m_clock.steadyNow() - m_modeSince;
}

ModeController Feature::controller() const
{
    const std::lock_guard lock(m_mutex);
    return m_controller;
}

std::vector<ClosedMinute> Feature::minutes() const
{
    const std::lock_guard lock(m_mutex);
    return m_minutes;
}

std::int64_t Feature::minuteOf(std::uint64_t interval) const
{
    const std::lock_guard lock(m_mutex);
    const auto last = m_controller.state().intervals;
    return m_minutes.empty() ? 0 : m_minutes.back().n - static_cast<std::int64_t>(last - interval);
}

std::optional<Duration> Feature::cacheAge() const
{
    {
        const std::lock_guard lock(m_mutex);
        const auto oldest = std::max(m_oldestThisMinute, m_oldestLastMinute);
        if (oldest)
            return oldest;
    }
    return m_lastKnownGood.youngestAge(m_clock.now());
}

std::optional<Duration> Feature::preparedAge() const
{
    const auto prepared = m_prepared.current();
    return prepared ? ageOf(prepared->builtAt(), m_clock.now()) : std::nullopt;
}

std::uint64_t Feature::preparedServed() const
{
    return m_prepared.stats().found[static_cast<std::size_t>(AnswerMatch::Exact)];
}

} // namespace rungwatch::bookstore
