// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/base/hash.h"
#include "rungwatch/fleet/decide.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rungwatch::bench {

/// Many services on a clock of its own, without sockets, threads or waiting: each poll that decide() starts is answered
/// as `answerer` says, all of one tick in one round, as the engine hands them over.
class VirtualFleet {
public:
    /// Fills in how the poll of that endpoint ends.
    using Answerer = std::function<void(std::uint32_t endpoint, std::uint64_t number, fleet::PollResult& result)>;
    /// Sees each event, with the state after all that came with it.
    using Watcher = std::function<void(const fleet::Event& event, const fleet::FleetState& after)>;

    VirtualFleet(const std::string& policyText, Answerer answerer, Watcher watcher = {})
        : m_answerer(std::move(answerer))
        , m_watcher(std::move(watcher))
    {
        feed(fleet::SessionStarted{policyText, 1, "boot", "bench", "ada"});
    }

    void runFor(Duration time)
    {
        const auto until = m_now + time;
        while (m_due && *m_due <= until) {
            m_now = *m_due;
            feed(fleet::Tick{});
            if (m_round.results.empty())
                continue;
            m_now += roundAfter;
            feed(std::exchange(m_round, {}));
        }
    }

    [[nodiscard]] std::uint64_t polls() const { return m_polls; }
    /// Over every byte of every event and every time to be woken: equal where all decisions are.
    [[nodiscard]] std::uint64_t digest() const { return m_digest; }
    [[nodiscard]] const fleet::FleetState& state() const { return m_state; }

private:
    static constexpr Duration roundAfter{std::chrono::milliseconds(10)};

    void feed(fleet::EventBody input)
    {
        static const auto none = std::make_shared<const fleet::Policy>();
        const auto policy = m_state.policy ? m_state.policy : none;
        const Moment now{
            m_now, WallTime{std::chrono::hours(500'000)} + m_now.time_since_epoch(), m_now.time_since_epoch()};
        auto decision = fleet::decide(std::exchange(m_state, {}), *policy, std::move(input), now, m_memo);
        m_state = std::move(decision.next);
        m_due = decision.nextDue;
        m_digest = mixed(m_digest ^ m_state.digest)
            ^ (m_due ? static_cast<std::uint64_t>(m_due->time_since_epoch().count()) : 0);
        if (m_watcher)
            for (const auto& event : decision.events)
                m_watcher(event, m_state);
        for (const auto& effect : decision.effects)
            if (const auto* poll = std::get_if<fleet::PollEffect>(&effect))
                answer(*poll);
    }

    void answer(const fleet::PollEffect& poll)
    {
        fleet::PollResult result;
        result.endpoint = poll.endpoint;
        result.permit = poll.permit;
        result.latency = std::chrono::milliseconds(3);
        result.obtainedAt = m_now + result.latency;
        m_answerer(poll.endpoint, ++m_polls, result);
        m_round.results.push_back(std::move(result));
    }

    const Answerer m_answerer;
    const Watcher m_watcher;
    fleet::FleetState m_state;
    fleet::DecideMemo m_memo;
    fleet::PollRound m_round;
    SteadyTime m_now{std::chrono::hours(1)};
    std::optional<SteadyTime> m_due;
    std::uint64_t m_polls{0};
    std::uint64_t m_digest{0};
};

} // namespace rungwatch::bench
