// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/timeline_builder.h"

#include "rungwatch/fleet/service_values.h"
#include "ui/format/words.h"
#include "ui/replay/alarm_rule.h"

#include <algorithm>

namespace rungwatch {

namespace {

const std::string ownPrefix = "own:";

/// "kill recommendations", "recommendations switched off by ada".
QString deedOf(const journal::RecordedRow& row)
{
    const auto subject = format::plainLine(row.subject);
    const auto by = row.who.empty() ? QString{} : QStringLiteral(" by ") + format::plainLine(row.who);
    if (row.kind == "kill_switch_changed")
        return (row.from == "switch engaged" ? QStringLiteral("%1 killed") : QStringLiteral("%1 not killed any more"))
                   .arg(subject)
            + by;
    const auto action = format::plainLine(row.from.substr(row.from.find(' ') + 1));
    const auto deed = action + QLatin1Char{' '} + subject + by;
    return row.kind == "command_refused" ? deed + QStringLiteral(": refused") : deed;
}

} // namespace

void TimelineBuilder::Counted::move(WallTime at)
{
    const bool open = std::any_of(m_abnormal.begin(), m_abnormal.end(), [](const auto& entry) { return entry.second; });
    if (m_now && (m_abnormal.empty() || open != m_now->open)) {
        m_now->to = at;
        // Two states of one decision are one moment.
        if (m_now->to > m_now->from)
            m_ended.push_back(*m_now);
        m_now.reset();
    }
    if (m_abnormal.empty())
        return;
    if (!m_now)
        m_now = CountSpan{at, at, 0, open};
    m_now->most = std::max(m_now->most, m_abnormal.size());
}

void TimelineBuilder::Counted::set(const std::string& name, bool abnormal, bool open, WallTime at)
{
    if (abnormal)
        m_abnormal[name] = open;
    else
        m_abnormal.erase(name);
    move(at);
}

void TimelineBuilder::Counted::interrupt(WallTime from, WallTime to)
{
    auto abnormal = std::exchange(m_abnormal, {});
    move(from);
    m_abnormal = std::move(abnormal);
    move(to);
}

void TimelineBuilder::Counted::forget(const std::string& prefix, WallTime at)
{
    std::erase_if(m_abnormal, [&](const auto& entry) { return entry.first.starts_with(prefix); });
    move(at);
}

std::vector<CountSpan> TimelineBuilder::Counted::spans(WallTime last) const
{
    auto all = m_ended;
    if (m_now) {
        all.push_back(*m_now);
        all.back().to = std::max(last, m_now->from);
    }
    return all;
}

void TimelineBuilder::setLevel(std::optional<HealthLevel> level, WallTime at)
{
    if (m_first && level == m_level)
        return;
    if (m_first && at > m_levelSince)
        m_levels.push_back({m_levelSince, at, m_level});
    m_level = level;
    m_levelSince = at;
}

void TimelineBuilder::addSession(WallTime at, std::optional<WallTime> lastBefore)
{
    pass(at);
    if (lastBefore) {
        // Nobody watched: a calendar that was set back in between must not turn the stretch around.
        const auto from = std::min(*lastBefore, at);
        setLevel(std::nullopt, from);
        m_modes.interrupt(from, at);
        m_breakers.interrupt(from, at);
        m_breakers.forget(ownPrefix, at);
    }
    setLevel(HealthLevel::Unknown, at);
    if (!m_first)
        m_first = at;
}

void TimelineBuilder::addStart(const fleet::FleetState& state, WallTime at)
{
    addSession(at, std::nullopt);
    setLevel(state.level, at);
    for (const auto& [name, feature] : state.features)
        if (const auto* reading = fleet::featureReading(state, name); reading && reading->mode) {
            m_features.insert(name);
            m_modes.set(name, *reading->mode != Mode::Primary, false, at);
        }
    const auto setBreaker = [&](const std::string& name, breaker::Phase phase) {
        const bool open = phase == breaker::Phase::Open || phase == breaker::Phase::ForcedOpen;
        m_breakers.set(name, open || phase == breaker::Phase::HalfOpen, open, at);
    };
    const auto& refs = fleet::endpointsOf(*state.policy);
    for (std::size_t i = 0; i < refs.size(); ++i)
        setBreaker(ownPrefix + fleet::endpointName(*state.policy, refs[i]), state.endpoints[i]->breaker.phase);
    const fleet::ServiceValues values(state);
    for (std::size_t i = 0; i < state.policy->services.size(); ++i)
        for (const auto& said : values.breakersOf(i))
            if (said->state)
                setBreaker(state.policy->services[i].name + "/" + said->name, *said->state);
}

void TimelineBuilder::addTransition(const journal::RecordedRow& row)
{
    pass(row.at);
    if (row.kind == "fleet_level_changed") {
        // The words of the journal's rows are the levels' own, in lower case.
        const auto from = enumFromName<HealthLevel>(row.from);
        const auto to = enumFromName<HealthLevel>(row.to);
        if (to)
            setLevel(*to, row.at);
        if (from && to && isAlarm(*from, *to))
            addAlarm(row, QStringLiteral("fleet ") + format::word(*to));
    } else if (row.kind == "mode_changed") {
        m_features.insert(row.subject);
        const auto mode = enumFromName<Mode>(row.to);
        m_modes.set(row.subject, mode && *mode != Mode::Primary, false, row.at);
        if (isAlarm(enumFromName<Mode>(row.from), mode))
            addAlarm(row, format::plainLine(row.subject) + QStringLiteral(" off its first rung"));
    } else if (row.kind == "breaker_moved" || row.kind == "reported_breaker_moved") {
        const bool open = row.to == "open" || row.to == "forced_open";
        m_breakers.set(row.subject, open || row.to == "half_open", open, row.at);
        if (open && row.from == "closed")
            m_marks.push_back({TimelineMark::Kind::Opening, row.at, row.seq,
                format::plainLine(row.subject) + QStringLiteral(" opened")});
    }
}

void TimelineBuilder::addAlarm(const journal::RecordedRow& row, const QString& text)
{
    m_marks.push_back({TimelineMark::Kind::Alarm, row.at, row.seq, text});
}

void TimelineBuilder::addOperator(const journal::RecordedRow& row)
{
    pass(row.at);
    if (row.kind == "note_taken")
        m_marks.push_back({TimelineMark::Kind::Note, row.at, row.seq, format::plainLine(row.why)});
    else if (row.kind == "incident_declared")
        m_marks.push_back({TimelineMark::Kind::Incident, row.at, row.seq,
            QStringLiteral("incident declared by %1: “%2”")
                .arg(format::plainLine(row.who), format::plainLine(row.subject))});
    else if (row.kind == "incident_ended")
        m_marks.push_back({TimelineMark::Kind::Incident, row.at, row.seq,
            QStringLiteral("incident ended by %1").arg(format::plainLine(row.who))});
    else if (row.kind == "command_requested" || row.kind == "command_refused" || row.kind == "kill_switch_changed")
        m_marks.push_back({TimelineMark::Kind::OperatorAction, row.at, row.seq, deedOf(row)});
}

Timeline TimelineBuilder::timeline(WallTime last) const
{
    Timeline made;
    if (!m_first)
        return made;
    last = std::max({last, m_latest, *m_first});
    made.range = {*m_first, last};
    made.levels = m_levels;
    made.levels.push_back({m_levelSince, last, m_level});
    made.modes = m_modes.spans(last);
    made.breakers = m_breakers.spans(last);
    made.features = m_features.size();
    made.marks = m_marks;
    std::stable_sort(
        made.marks.begin(), made.marks.end(), [](const TimelineMark& a, const TimelineMark& b) { return a.at < b.at; });
    return made;
}

} // namespace rungwatch
