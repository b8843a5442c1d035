// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_watch.h"

#include "ui/replay/alarm_rule.h"

namespace rungwatch {
bool isAlarm(const fleet::Event& event)
{
    if (const auto* level = std::get_if<fleet::FleetLevelChanged>(&event.body))
        return isAlarm(level->from, level->to);
    if (const auto* mode = std::get_if<fleet::ModeChanged>(&event.body))
        return isAlarm(mode->from, mode->to);
    return false;
}

LiveWatch::LiveWatch(Session& live, QObject* parent)
    : QObject(parent)
    , m_live(live)
{
    connect(&live, &Session::advanced, this, &LiveWatch::look);
}

void LiveWatch::look(const std::vector<fleet::Event>& events)
{
    const auto before = m_unseen;
    for (const auto& event : events) {
        m_names.see(event);
        if (!isAlarm(event))
            continue;
        if (auto line = format::eventLine(event, m_names)) {
            m_alarm = std::move(line);
            ++m_unseen;
        }
    }
    Q_EMIT changed();
    if (m_unseen > before)
        Q_EMIT alarmed();
}

void LiveWatch::acknowledge()
{
    m_alarm.reset();
    m_unseen = 0;
    Q_EMIT changed();
}

} // namespace rungwatch
