// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/journal_writer.h"
#include "rungwatch/fleet/decide.h"

#include <QCoreApplication>

#include <map>

namespace rungwatch::bench {

/// A journal as a console writes it of a large fleet: every endpoint once a second, one of fifty failing for a third of
/// each minute. All of it is decided, on a clock that does not wait.
class LongJournal {
public:
    LongJournal(const QString& file, std::size_t services, int minutes)
        : m_writer({.file = file, .program = "bench"})
        , m_text(policyText(services))
        , m_policy(std::make_shared<const fleet::Policy>(fleet::parsePolicy(m_text).value()))
    {
        m_writer.open();
        fleet::SessionStarted session;
        session.policyText = m_text;
        session.operatorName = "bench";
        decide(session);
        runUntil(m_clock.steadyNow() + std::chrono::minutes{minutes});
        m_writer.end(m_state);
        m_writer.close();
    }

    [[nodiscard]] std::uint64_t events() const { return m_state.seq; }

private:
    static std::string policyText(std::size_t services)
    {
        std::string text = R"({"version": 1, "name": "bench", "services": [)";
        for (std::size_t i = 0; i < services; ++i)
            text += (i == 0 ? "" : ",") + std::string(R"({"name": "service-)") + std::to_string(i)
                + R"(", "sources": [{"kind": "health", "url": "http://10.0.)" + std::to_string(i / 250) + "."
                + std::to_string(i % 250) + R"(:8080/health", "interval_s": 1, "timeout_s": 0.8}]})";
        return text + "]}";
    }

    void decide(fleet::EventBody input)
    {
        const auto policy = m_state.policy ? m_state.policy : m_policy;
        auto decision = fleet::decide(std::exchange(m_state, {}), *policy, std::move(input), m_clock.now(), m_memo);
        m_state = std::move(decision.next);
        m_due = decision.nextDue;
        m_writer.append(std::move(decision.events), m_state);
        if (++m_appended % 128 == 0)
            QCoreApplication::sendPostedEvents(&m_writer);
        for (const auto& effect : decision.effects)
            if (const auto* poll = std::get_if<fleet::PollEffect>(&effect))
                m_pending.emplace(m_clock.steadyNow() + std::chrono::milliseconds{4 + poll->endpoint % 7}, *poll);
    }

    fleet::PollResult answer(const fleet::PollEffect& poll)
    {
        fleet::PollResult result;
        result.endpoint = poll.endpoint;
        result.permit = poll.permit;
        result.obtainedAt = m_clock.steadyNow();
        result.latency = std::chrono::milliseconds{5};
        const auto second = std::chrono::floor<std::chrono::seconds>(m_clock.steadyNow().time_since_epoch()).count();
        if (poll.endpoint % 50 == 7 && second % 60 >= 20 && second % 60 < 40) {
            result.transport = fleet::Transport::Refused;
            return result;
        }
        result.status = 200;
        result.unchanged = m_state.endpoints[poll.endpoint]->everRead && second % 10 != 0;
        if (!result.unchanged) {
            Reading reading;
            reading.format = "seed-health";
            reading.level = HealthLevel::Healthy;
            reading.message = "second " + std::to_string(second);
            result.reading = Shared<Reading>(std::move(reading));
        }
        return result;
    }

    void runUntil(SteadyTime end)
    {
        while (m_clock.steadyNow() < end) {
            const auto answered = m_pending.empty() ? SteadyTime::max() : m_pending.begin()->first;
            const auto next = std::min({answered, m_due.value_or(SteadyTime::max()), end});
            m_clock.advance(std::max(Duration{1}, next - m_clock.steadyNow()));
            fleet::PollRound round;
            while (!m_pending.empty() && m_pending.begin()->first <= m_clock.steadyNow()) {
                round.results.push_back(answer(m_pending.begin()->second));
                m_pending.erase(m_pending.begin());
            }
            round.results.empty() ? decide(fleet::Tick{}) : decide(std::move(round));
        }
    }

    journal::JournalWriter m_writer;
    std::string m_text;
    std::shared_ptr<const fleet::Policy> m_policy;
    fleet::DecideMemo m_memo;
    ManualClock m_clock;
    fleet::FleetState m_state;
    std::optional<SteadyTime> m_due;
    std::multimap<SteadyTime, fleet::PollEffect> m_pending;
    std::size_t m_appended{0};
};

} // namespace rungwatch::bench
