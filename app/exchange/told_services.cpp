// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/told_services.h"

#include "rungwatch/base/plain_line.h"
#include "rungwatch/formats/breaker_words.h"

#include <algorithm>

namespace rungwatch::exchange {

using timeline::ForeignEvent;

namespace {

void setWord(BreakerReading& breaker, const std::string& word)
{
    breaker.state = enumFromName<breaker::Phase>(word);
    breaker.other = enumFromName<OtherBreakerState>(word);
}

/// From the breakers whose state is told; a state that nobody told says nothing.
std::optional<HealthLevel> levelOfTold(const std::vector<BreakerReading>& breakers)
{
    std::vector<BreakerReading> told;
    std::copy_if(breakers.begin(), breakers.end(), std::back_inserter(told),
        [](const BreakerReading& breaker) { return breaker.state || breaker.other; });
    return formats::levelOf(told);
}

} // namespace

ToldService::ToldService(const timeline::ForeignTimeline& told, const std::string& service)
    : m_service(service)
{
    m_reading.format = told.source;
    if (const auto before = told.before.find(service);
        before != told.before.end() && before->second != HealthLevel::Unknown)
        m_reading.level = before->second;
    // A breaker's state before its first move is what that move left.
    for (const auto& event : told.events)
        if (event.kind == ForeignEvent::Kind::Breaker && event.service == service
            && std::none_of(m_reading.breakers.begin(), m_reading.breakers.end(),
                [&](const BreakerReading& known) { return known.name == event.name; }))
            setWord(breaker(event.name), event.from);
    if (!m_reading.breakers.empty())
        m_reading.level = levelOfTold(m_reading.breakers);
}

BreakerReading& ToldService::breaker(const std::string& name)
{
    const auto found = std::find_if(m_reading.breakers.begin(), m_reading.breakers.end(),
        [&](const BreakerReading& known) { return known.name == name; });
    if (found != m_reading.breakers.end())
        return *found;
    m_reading.breakers.emplace_back().name = name;
    return m_reading.breakers.back();
}

void ToldService::take(const ForeignEvent& event)
{
    m_changed = true;
    switch (event.kind) {
    case ForeignEvent::Kind::Level:
        return takeLevel(event);
    case ForeignEvent::Kind::Breaker:
        return takeMove(event);
    case ForeignEvent::Kind::Calls:
        for (const auto& [counter, more] : event.calls)
            breaker(event.name).calls[counter] += more;
        return;
    case ForeignEvent::Kind::Reading:
        if (event.reading)
            m_reading = *event.reading;
        return;
    case ForeignEvent::Kind::Note:
        break;
    }
}

/// Of several incidents at once the worst counts, until its own end.
void ToldService::takeLevel(const ForeignEvent& event)
{
    if (event.level == HealthLevel::Healthy)
        m_incidents.erase(event.incident);
    else
        m_incidents[event.incident] = {event.level, plainLine(event.text)};
    m_reading.level = HealthLevel::Healthy;
    m_reading.message.clear();
    for (const auto& [id, incident] : m_incidents) {
        m_reading.level = worse(*m_reading.level, incident.level);
        if (!incident.text.empty() && m_reading.message.find(incident.text) == std::string::npos)
            m_reading.message += (m_reading.message.empty() ? "" : "; ") + incident.text;
    }
}

void ToldService::takeMove(const ForeignEvent& event)
{
    auto& moved = breaker(event.name);
    setWord(moved, event.to);
    if (event.to == nameOf(breaker::Phase::Open))
        moved.opened = moved.opened.value_or(0) + 1;
    m_moves += event.afterGap ? 2 : 1; // a number that is left out is what was never read
    ReportedEvent reported;
    reported.seq = m_moves;
    reported.at = event.at;
    reported.kind = "breaker";
    reported.name = event.name;
    reported.from = event.from;
    reported.to = event.to;
    reported.cause = event.cause;
    m_reading.events.push_back(std::move(reported));
    m_reading.level = levelOfTold(m_reading.breakers);
}

Reading ToldService::readingAt(WallTime at)
{
    auto reading = m_reading;
    reading.instance.emplace();
    reading.instance->service = m_service;
    reading.instance->observedAt = at;
    m_reading.events.clear();
    m_changed = false;
    return reading;
}

} // namespace rungwatch::exchange
