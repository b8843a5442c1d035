// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/kill_switch.h"

namespace rungwatch {

/// What one walk asks before it calls a model, and after: the kill switch, anew each time. While a feature is being
/// revived it is the one request that may try, or not; how that went is told to the switch on every path.
class ModelGate {
public:
    ModelGate(KillSwitch* killSwitch, SteadyTime now)
        : m_switch(killSwitch)
    {
        if (m_switch && m_switch->phase(now) == KillSwitch::Phase::Reviving)
            m_trial = m_switch->tryTrial(now);
    }
    ~ModelGate()
    {
        if (m_trial)
            m_switch->endTrial(*m_trial, m_served);
    }
    ModelGate(const ModelGate&) = delete;
    ModelGate& operator=(const ModelGate&) = delete;

    /// Why no model may be called at `now`; empty where it may.
    [[nodiscard]] std::string_view refusal(SteadyTime now) const
    {
        const auto phase = m_switch ? m_switch->phase(now) : KillSwitch::Phase::Off;
        if (phase == KillSwitch::Phase::Killed)
            return "killed";
        return phase == KillSwitch::Phase::Reviving && !m_trial ? "reviving" : "";
    }

    /// Before refusal() of the call: a kill between the two is then seen by passedSince().
    [[nodiscard]] std::uint64_t kills() const { return m_switch ? m_switch->kills() : 0; }
    /// Whether no kill came since kills() was `before`, nor is in force.
    [[nodiscard]] bool passedSince(std::uint64_t before, SteadyTime now) const
    {
        return !m_switch || (m_switch->kills() == before && m_switch->phase(now) != KillSwitch::Phase::Killed);
    }

    /// A model did its work.
    void served() { m_served = true; }

private:
    KillSwitch* m_switch;
    std::optional<std::uint64_t> m_trial;
    bool m_served{false};
};

} // namespace rungwatch
