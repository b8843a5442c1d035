// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/engine.h"

#include "app/poll/canary.h"
#include "app/session/coarse.h"

#include <QMetaObject>

#include <algorithm>

namespace rungwatch {

using namespace fleet;

namespace {

/// A jump or a sleep is noticed so soon, also where nothing is polled.
constexpr std::chrono::milliseconds lookAtClocksEvery{1000};

} // namespace

Engine::Engine(
    const Clock& clock, poll::ResultQueue& results, FrameBox& frames, EnginePorts ports, std::uint64_t maxUndurable)
    : m_clock(clock)
    , m_results(results)
    , m_frames(frames)
    , m_ports(std::move(ports))
    , m_maxUndurable(maxUndurable)
{
    for (auto* timer : {&m_dueTimer, &m_frameTimer, &m_roundTimer}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
    }
    connect(&m_dueTimer, &QTimer::timeout, this, &Engine::passTime);
    connect(&m_frameTimer, &QTimer::timeout, this, &Engine::flushFrame);
    connect(&m_roundTimer, &QTimer::timeout, this, &Engine::takeRound);
    connect(&m_clockTimer, &QTimer::timeout, this, &Engine::work);
}

void Engine::start(const SessionStarted& session, PolicyPtr policy, FleetStatePtr resumed, bool recorded)
{
    m_state = *resumed;
    m_policy = std::move(policy);
    m_durableSeq = resumed->seq;
    m_recorded = recorded;
    m_running = true;
    m_clockTimer.start(lookAtClocksEvery);
    enqueue(session);
}

void Engine::submit(const Command& command)
{
    enqueue(CommandReceived{command});
}

void Engine::record(const EventBody& said)
{
    enqueue(said);
}

void Engine::endControl(const EffectResult& result)
{
    enqueue(result);
}

void Engine::changePolicy(const PolicyPtr& policy)
{
    if (!m_running)
        return;
    m_ports.configure(policy);
    // Their numbers are the earlier policy's. Nothing is lost: the state gives these polls up, and every endpoint's
    // next answer brings a whole reading.
    (void)m_results.take();
    m_lateReadings.clear();
    if (m_state.policy)
        renumberWaitingCalls(*m_state.policy, *policy);
    m_policy = policy;
    enqueue(PolicyChanged{policy->text});
}

void Engine::renumberWaitingCalls(const Policy& before, const Policy& now)
{
    for (auto& call : std::exchange(m_waitingCalls, {})) {
        const auto& name = before.services[call.service].name;
        const auto found = std::find_if(now.services.begin(), now.services.end(),
            [&](const ServicePolicy& service) { return service.name == name; });
        if (found == now.services.end()) {
            giveUp(call, "its service is watched no longer");
            continue;
        }
        call.service = static_cast<decltype(call.service)>(found - now.services.begin());
        m_waitingCalls.push_back(call);
    }
}

void Engine::giveUp(const ControlEffect& call, const std::string& cause)
{
    EffectResult result;
    result.commandId = call.command.id;
    result.transport = Transport::NotSent;
    result.cause = cause;
    m_inputs.push_back(std::move(result));
    QMetaObject::invokeMethod(this, &Engine::work, Qt::QueuedConnection);
}

void Engine::noteTrust(const DisplayTrustChanged& change)
{
    enqueue(change);
}

void Engine::takeResults()
{
    if (m_running && !m_roundTimer.isActive())
        m_roundTimer.start(roundEvery);
}

void Engine::takeRound()
{
    // A disk that can't keep up holds back observations, never commands.
    if (!m_running || (m_recorded && m_state.seq - m_durableSeq > m_maxUndurable))
        return;
    auto taken = m_results.take();
    if (taken.dropped > 0)
        enqueue(QueueDropped{taken.dropped});
    takeCanary(taken.results);
    keepLateReadings(taken.results);
    for (auto& result : taken.results)
        result = coarse(std::move(result));
    // In one order, whoever was quicker: equal rounds are equal bytes.
    std::stable_sort(taken.results.begin(), taken.results.end(),
        [](const PollResult& a, const PollResult& b) { return a.endpoint < b.endpoint; });
    if (!taken.results.empty())
        enqueue(PollRound{std::move(taken.results)});
}

void Engine::takeCanary(std::vector<PollResult>& results)
{
    std::optional<CanarySeen> newest;
    std::erase_if(results, [&](const PollResult& result) {
        const auto canary = poll::canaryIn(result);
        if (canary)
            newest = canary;
        return canary.has_value();
    });
    if (newest)
        enqueue(*newest);
}

void Engine::keepLateReadings(std::vector<PollResult>& results)
{
    for (auto& result : results) {
        if (result.endpoint >= m_state.endpoints.size())
            continue;
        const bool late = m_state.endpoints[result.endpoint]->inFlight != result.permit;
        if (late && result.reading) {
            m_lateReadings.insert_or_assign(result.endpoint, *result.reading);
        } else if (result.reading) {
            m_lateReadings.erase(result.endpoint);
        } else if (const auto kept = m_lateReadings.find(result.endpoint);
                   !late && result.unchanged && kept != m_lateReadings.end()) {
            result.unchanged = false;
            result.reading = kept->second;
            m_lateReadings.erase(kept);
        }
    }
}

void Engine::noteDurable(quint64 seq)
{
    m_durableSeq = seq;
    m_moved = true;
    startDurableCalls();
    scheduleFrame();
    takeResults();
}

void Engine::noteUnrecorded()
{
    m_recorded = false;
    m_moved = true;
    startDurableCalls();
    scheduleFrame();
    takeResults();
}

void Engine::passTime()
{
    if (!m_running || !m_due)
        return;
    if (m_clock.steadyNow() < *m_due)
        arm(m_due);
    else
        enqueue(Tick{});
}

void Engine::stop()
{
    m_running = false;
    m_inputs.clear();
    for (auto* timer : {&m_dueTimer, &m_frameTimer, &m_roundTimer, &m_clockTimer})
        timer->stop();
}

void Engine::enqueue(EventBody input)
{
    if (!m_running)
        return;
    m_inputs.push_back(std::move(input));
    work();
}

void Engine::work()
{
    // An effect that ends at once comes back as an input while this runs: it takes its turn.
    if (!m_running || m_working)
        return;
    m_working = true;
    const auto now = coarse(m_clock.now());
    const auto found = m_clockWatch.look(now);
    if (found.asleep)
        decideOne(Suspended{*found.asleep}, now);
    if (found.jumpedBy)
        decideOne(ClockJump{*found.jumpedBy}, now);
    while (!m_inputs.empty() && m_running) {
        auto input = std::move(m_inputs.front());
        m_inputs.pop_front();
        decideOne(std::move(input), coarse(m_clock.now()));
    }
    m_working = false;
}

void Engine::decideOne(EventBody input, const Moment& now)
{
    const auto policy = m_state.policy ? m_state.policy : m_policy;
    auto decision = decide(std::exchange(m_state, {}), *policy, std::move(input), now, m_memo);
    m_state = std::move(decision.next);
    m_unseen.insert(m_unseen.end(), decision.events.begin(), decision.events.end());
    m_moved = true;
    if (m_recorded)
        m_ports.append(std::move(decision.events), m_state);
    carryOut(std::move(decision.effects));
    arm(decision.nextDue);
    scheduleFrame();
}

void Engine::carryOut(std::vector<Effect> effects)
{
    std::vector<PollEffect> polls;
    for (auto& effect : effects) {
        if (const auto* poll = std::get_if<PollEffect>(&effect))
            polls.push_back(*poll);
        else
            m_waitingCalls.push_back(std::get<ControlEffect>(std::move(effect)));
    }
    if (!polls.empty())
        m_ports.poll(polls);
    if (!m_recorded)
        startDurableCalls();
}

void Engine::startDurableCalls()
{
    std::vector<ControlEffect> waiting;
    for (auto& call : std::exchange(m_waitingCalls, {})) {
        if (call.afterSeq <= m_durableSeq) {
            m_ports.control(call);
        } else if (!m_recorded) {
            // What leaves no record is not done: the journal is how an action is answered for.
            giveUp(call, "the journal can't be written");
        } else {
            waiting.push_back(std::move(call));
        }
    }
    m_waitingCalls.insert(m_waitingCalls.end(), waiting.begin(), waiting.end());
}

void Engine::arm(std::optional<SteadyTime> due)
{
    m_due = due;
    if (!due) {
        m_dueTimer.stop();
        return;
    }
    const auto left = std::max(*due - m_clock.steadyNow(), Duration{0});
    // A timer counts in 32 bits of milliseconds; passTime() arms it again.
    const auto wait = std::min<Duration>(left, std::chrono::hours(1));
    m_dueTimer.start(std::chrono::ceil<std::chrono::milliseconds>(wait));
}

void Engine::scheduleFrame()
{
    if (m_running && !m_frameTimer.isActive())
        m_frameTimer.start(frameEvery);
}

void Engine::flushFrame()
{
    if (!std::exchange(m_moved, false))
        return;
    auto snapshot = m_snapshots.lend(Snapshot{m_state, m_durableSeq, m_clock.now(), m_recorded});
    if (m_frames.put({std::move(snapshot), std::exchange(m_unseen, {})}))
        Q_EMIT framed();
}

} // namespace rungwatch
