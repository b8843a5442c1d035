// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/incidents.h"

#include "rungwatch/fleet/snapshot.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rungwatch::fleet {

namespace {

/// The rung that full service comes from, as far as it is known.
const std::string* firstRungOf(const FleetState& state, const std::string& feature)
{
    if (const auto* reading = featureReading(state, feature); reading && !reading->ladder.empty())
        return &reading->ladder.front().name;
    for (const auto& policy : state.policy->features)
        if (policy.name == feature && !policy.ladder.rungs.empty())
            return &policy.ladder.rungs.front().name;
    return nullptr;
}

bool isWorseThanHealthy(HealthLevel level)
{
    return level != HealthLevel::Healthy && level != HealthLevel::Unknown;
}

/// What `later` saw, as part of `incident`.
void absorb(Incident& incident, Incident&& later)
{
    incident.to = later.to;
    incident.over = later.over;
    incident.lastSeq = later.lastSeq;
    if (incident.worst == HealthLevel::Unknown || worse(incident.worst, later.worst) != incident.worst) {
        incident.worst = later.worst;
        incident.why = std::move(later.why);
    }
    incident.services.merge(later.services);
    incident.features.merge(later.features);
    incident.breakers.merge(later.breakers);
    incident.degradedAnswers += later.degradedAnswers;
    incident.answers += later.answers;
    std::move(later.actions.begin(), later.actions.end(), std::back_inserter(incident.actions));
    incident.notes += later.notes;
    incident.firstSign = std::min(incident.firstSign, later.firstSign);
}

} // namespace

std::optional<Duration> Incident::timeToAct() const
{
    return actions.empty() ? std::nullopt : std::optional(actions.front().at - from);
}

std::optional<Duration> Incident::timeToRecover() const
{
    return to ? std::optional(*to - from) : std::nullopt;
}

/// One overload a kind that says something of an incident.
struct IncidentFinder::Taker {
    IncidentFinder& finder;
    const Event& event;
    const FleetState& after;

    void operator()(const SessionStarted&) const
    {
        finder.m_healthySince.reset();
        finder.m_wrong.clear();
    }
    void operator()(const FleetLevelChanged& e) const { finder.setLevel(e.to, e.why, event); }
    void operator()(const LevelReasonChanged& e) const
    {
        if (auto* incident = finder.current(); incident && e.service.empty() && e.level == incident->worst)
            incident->why = e.why;
    }
    void operator()(const ServiceLevelChanged& e) const
    {
        finder.mark(&Incident::services, e.service, isWorseThanHealthy(e.to), event);
    }
    void operator()(const ModeChanged& e) const
    {
        finder.mark(&Incident::features, e.feature, e.to && *e.to != Mode::Primary, event);
    }
    void operator()(const DerivedRungChanged& e) const
    {
        const auto* first = firstRungOf(after, e.feature);
        finder.mark(&Incident::features, e.feature, first && !e.to.empty() && e.to != *first, event);
    }
    void operator()(const BreakerMoved& e) const
    {
        finder.mark(&Incident::breakers, subjectOf(event.body), e.transition.to != breaker::Phase::Closed, event);
    }
    void operator()(const ReportedBreakerMoved& e) const
    {
        finder.mark(&Incident::breakers, subjectOf(event.body), e.to == "open" || e.to == "half_open", event);
    }
    void operator()(const TroubleChanged& e) const { finder.mark(nullptr, e.endpoint, !e.word.empty(), event); }
    void operator()(const IntervalClosed& e) const
    {
        auto* incident = finder.current();
        const auto* first = firstRungOf(after, e.feature);
        if (!incident || !first)
            return;
        for (const auto& [rung, count] : e.interval.served) {
            incident->answers += count;
            incident->degradedAnswers += rung == *first ? 0 : count;
        }
    }
    void operator()(const CommandRequested& e) const
    {
        if (auto* incident = finder.current())
            incident->actions.push_back(
                {event.wall, e.command.by, e.command.action, e.command.target, e.command.reason});
    }
    void operator()(const NoteTaken&) const
    {
        if (auto* incident = finder.current())
            ++incident->notes;
    }
    void operator()(const IncidentDeclared& e) const { finder.declare(e, event); }
    void operator()(const IncidentEnded& e) const { finder.end(e, event, after.level); }
    template <class Other> void operator()(const Other&) const { }
};

void IncidentFinder::add(const Event& event, const FleetState& after)
{
    if (!std::exchange(m_begun, true))
        beginWithin(event, after);
    if (!std::holds_alternative<SessionStarted>(event.body))
        passHold(event);
    std::visit(Taker{*this, event, after}, event.body);
    if (auto* incident = current())
        incident->lastSeq = event.seq;
}

Incident* IncidentFinder::current()
{
    return !m_incidents.empty() && !m_incidents.back().to ? &m_incidents.back() : nullptr;
}

/// The rest of a journal that was cut within an incident: what it began with is gone.
void IncidentFinder::beginWithin(const Event& event, const FleetState& after)
{
    const auto* change = std::get_if<FleetLevelChanged>(&event.body);
    const auto level = change ? change->from : after.level;
    if (event.seq <= 1 || std::holds_alternative<SessionStarted>(event.body) || !isWorseThanHealthy(level))
        return;
    auto& incident = begin(event);
    incident.beganBefore = true;
    incident.worst = level;
    incident.why = change ? std::string() : after.why;
}

void IncidentFinder::passHold(const Event& event)
{
    if (m_healthySince && event.steady - *m_healthySince >= m_hold) {
        if (!m_incidents.back().isDeclared())
            m_incidents.back().over = true;
        m_healthySince.reset();
    }
}

void IncidentFinder::setLevel(HealthLevel level, const std::string& why, const Event& event)
{
    if (level == HealthLevel::Healthy) {
        if (auto* incident = current(); incident && !incident->isDeclared()) {
            incident->to = event.wall;
            incident->lastSeq = event.seq;
        }
        if (!m_incidents.empty() && !m_incidents.back().over && !m_healthySince)
            m_healthySince = event.steady;
        return;
    }
    m_healthySince.reset();
    const bool goesOn = !m_incidents.empty() && !m_incidents.back().over;
    if (goesOn)
        m_incidents.back().to.reset();
    if (!isWorseThanHealthy(level))
        return;
    auto& incident = goesOn ? m_incidents.back() : begin(event);
    if (incident.worst == HealthLevel::Unknown || worse(incident.worst, level) != incident.worst) {
        incident.worst = level;
        incident.why = why;
    }
}

Incident& IncidentFinder::begin(const Event& event)
{
    auto& incident = m_incidents.emplace_back();
    incident.firstSeq = event.seq;
    incident.from = incident.firstSign = incident.detectedAt = event.wall;
    for (const auto& [key, wrong] : m_wrong) {
        incident.firstSign = std::min(incident.firstSign, wrong.since);
        if (wrong.what)
            (incident.*wrong.what).insert(wrong.name);
    }
    return incident;
}

Incident* IncidentFinder::foundSince(WallTime since)
{
    const auto isPart = [&](const Incident& incident) {
        return !incident.byHand && (!incident.over || *incident.to >= since);
    };
    if (m_incidents.empty() || !isPart(m_incidents.back()))
        return nullptr;
    while (m_incidents.size() > 1 && isPart(m_incidents[m_incidents.size() - 2])) {
        auto later = std::move(m_incidents.back());
        m_incidents.pop_back();
        absorb(m_incidents.back(), std::move(later));
    }
    return &m_incidents.back();
}

void IncidentFinder::declare(const IncidentDeclared& declared, const Event& event)
{
    if (!m_incidents.empty() && m_incidents.back().isDeclared())
        return;
    // One that was ended by hand and still goes on is declared once more.
    const bool goesOn = !m_incidents.empty() && !m_incidents.back().over;
    auto* found = goesOn && m_incidents.back().byHand ? &m_incidents.back() : foundSince(declared.since);
    auto& incident = found ? *found : begin(event);
    if (!found)
        incident.firstSign = event.wall; // what was wrong for long may have nothing to do with it
    incident.byHand = IncidentByHand{declared.by, declared.title, event.wall, {}, {}};
    incident.from = std::min(incident.from, declared.since);
    incident.firstSign = std::min(incident.firstSign, declared.since);
    incident.to.reset();
    incident.over = false;
    m_healthySince.reset();
}

void IncidentFinder::end(const IncidentEnded& ended, const Event& event, HealthLevel level)
{
    auto* incident = current();
    if (!incident || !incident->isDeclared())
        return;
    incident->byHand->endedAt = event.wall;
    incident->byHand->endedBy = ended.by;
    if (level != HealthLevel::Healthy && isWorseThanHealthy(incident->worst))
        return;
    incident->to = event.wall;
    incident->lastSeq = event.seq;
    incident->over = true;
    m_healthySince.reset();
}

void IncidentFinder::mark(
    std::set<std::string> Incident::*what, const std::string& name, bool wrong, const Event& event)
{
    // A kind a key: a service and a feature may have one name.
    const auto key = std::string(kindOf(event.body)) + " " + name;
    if (!wrong) {
        m_wrong.erase(key);
        return;
    }
    m_wrong.try_emplace(key, Wrong{what, name, event.wall});
    if (auto* incident = current(); incident && what)
        (incident->*what).insert(name);
}

} // namespace rungwatch::fleet
