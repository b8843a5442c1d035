// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/kill_switch.h"

#include <algorithm>

namespace rungwatch {

namespace {

constexpr std::size_t rememberedCommands = 64;

bool hasRunOut(const KillSwitch::Kill& kill, SteadyTime now)
{
    return kill.expiresIn && now >= saturatingAdd(kill.since, *kill.expiresIn);
}

} // namespace

KillSwitch::Answer KillSwitch::engage(const Kill& kill)
{
    const std::lock_guard lock(m_mutex);
    if (known(kill.commandId))
        return Answer::Repeated;
    if (phaseLocked(kill.since) == Phase::Killed)
        return Answer::AlreadyKilled;
    remember(kill.commandId);
    m_kill = kill;
    m_reviving = false;
    m_trial = 0;
    m_engaged.store(true, std::memory_order_release);
    m_kills.fetch_add(1, std::memory_order_release);
    return Answer::Done;
}

KillSwitch::Answer KillSwitch::release(const std::string& commandId, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (known(commandId))
        return Answer::Repeated;
    if (phaseLocked(now) != Phase::Killed)
        return Answer::NotKilled;
    remember(commandId);
    m_kill.reset();
    m_reviving = true;
    m_trial = 0;
    return Answer::Done;
}

KillSwitch::State KillSwitch::state(SteadyTime now) const
{
    const std::lock_guard lock(m_mutex);
    State state{phaseLocked(now), std::nullopt};
    if (state.phase != Phase::Killed)
        return state;
    state.kill = m_kill;
    if (state.kill->expiresIn)
        *state.kill->expiresIn = saturatingAdd(m_kill->since, *m_kill->expiresIn) - now;
    return state;
}

KillSwitch::Phase KillSwitch::phase(SteadyTime now) const
{
    if (!m_engaged.load(std::memory_order_acquire))
        return Phase::Off;
    const std::lock_guard lock(m_mutex);
    return phaseLocked(now);
}

std::optional<std::uint64_t> KillSwitch::tryTrial(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (phaseLocked(now) != Phase::Reviving || m_trial != 0)
        return std::nullopt;
    m_trial = ++m_trials;
    return m_trial;
}

void KillSwitch::endTrial(std::uint64_t trial, bool served)
{
    const std::lock_guard lock(m_mutex);
    if (trial == 0 || trial != m_trial)
        return;
    m_trial = 0;
    if (served) {
        m_kill.reset();
        m_reviving = false;
        m_engaged.store(false, std::memory_order_release);
    }
}

KillSwitch::Phase KillSwitch::phaseLocked(SteadyTime now) const
{
    if (m_kill)
        return hasRunOut(*m_kill, now) ? Phase::Reviving : Phase::Killed;
    return m_reviving ? Phase::Reviving : Phase::Off;
}

bool KillSwitch::known(const std::string& commandId) const
{
    return std::find(m_commands.begin(), m_commands.end(), commandId) != m_commands.end();
}

void KillSwitch::remember(const std::string& commandId)
{
    if (m_commands.size() == rememberedCommands)
        m_commands.erase(m_commands.begin());
    m_commands.push_back(commandId);
}

} // namespace rungwatch
