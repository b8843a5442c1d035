// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fleet_bench.h"

#include "rungwatch/base/hash.h"

/// A fleet that anything happens to, by a seed: services that answer, fail, restart and publish, operators that act,
/// clocks that jump, a machine that sleeps, sessions that begin anew.
class FleetWalk : public FleetBench {
public:
    explicit FleetWalk(std::uint64_t seed)
        : FleetBench(policyText(), seed)
        , m_seed(seed)
    {
        paranoid = false;
        answerer = [this](const std::string& endpoint, Result& result) { return answer(endpoint, result); };
    }

    static std::string policyText()
    {
        return "{\"version\": 1, \"services\": ["
               "{\"name\": \"store\", \"critical\": true, \"sources\": ["
               "{\"kind\": \"health\", \"url\": \"http://a:1/\", \"interval_s\": 0.5, \"timeout_s\": 0.3},"
               "{\"kind\": \"telemetry\", \"url\": \"http://a:1/r\", \"interval_s\": 0.5, \"timeout_s\": 0.3}]},"
               "{\"name\": \"other\", \"sources\": [{\"kind\": \"health\", \"url\": \"http://b:1/\"}],"
               "\"breaker\": {\"window\": {\"kind\": \"time\", \"seconds\": 30}, \"failure_threshold\": 4, "
               "\"cooldown_s\": 2}}, {\"name\": \"third\", \"sources\": [{\"kind\": \"metrics\", \"url\": "
               "\"http://b:2/m\"}]}],"
               "\"features\": [{\"name\": \"search\", \"service\": \"store\"}, {\"name\": \"cart\", \"service\": "
               "\"third\", \"ladder\": [{\"kind\": \"primary\", \"service\": \"other\"}, {\"kind\": \"cache\"}, "
               "{\"kind\": \"unavailable\"}], \"traffic\": {\"metric\": \"m\", \"rung_label\": \"r\", \"window_s\": "
               "5}}]}";
    }

    /// One thing happens.
    void step()
    {
        const auto what = chance(100);
        if (what < 80)
            return runFor(rungwatch::Duration{static_cast<std::int64_t>(chance(700'000'000))});
        if (what < 94)
            return command();
        if (what < 96)
            return jump();
        if (what < 97)
            return sleep();
        if (what < 98) {
            feed(rungwatch::fleet::QueueDropped{1 + chance(5)});
            feed(rungwatch::fleet::NoteTaken{"ada", "the queue was full"});
            feed(rungwatch::fleet::IncidentDeclared{"ada", "the queue", clock.wallNow()});
            feed(rungwatch::fleet::IncidentEnded{"ada"});
            return;
        }
        if (what < 99)
            m_quiet = chance(2) == 0;
        else if (chance(20) == 0)
            restart();
        else
            m_blackout = chance(2) == 0;
    }

private:
    std::uint64_t chance(std::uint64_t below) { return rungwatch::draw(m_seed, "walk", ++m_draws) % below; }

    bool answer(const std::string& endpoint, Result& result)
    {
        using namespace rungwatch;
        if (m_blackout)
            return answerNothing(result, fleet::Transport::Dns);
        const auto what = chance(m_quiet ? 1000 : 100);
        if (what < 2)
            return false;
        if (what < 12)
            return answerNothing(
                result, static_cast<fleet::Transport>(1 + chance(enumNames(fleet::Transport{}).size() - 1)));
        if (what < 15) {
            result.errorCode = "bad-json";
            return true;
        }
        if (what < 25)
            return result.unchanged = true;
        if (endpoint == "store/telemetry") {
            result.reading = Shared<Reading>(telemetry());
            return true;
        }
        if (endpoint == "third/metrics") {
            result.reading = Shared<Reading>(metrics());
            return true;
        }
        return answerLevel(
            result, static_cast<HealthLevel>(what < 60 ? 0 : chance(4)), "m" + std::to_string(chance(3)));
    }

    rungwatch::Reading telemetry()
    {
        using namespace rungwatch;
        Reading reading;
        reading.format = "rungwatch-telemetry";
        reading.level = static_cast<HealthLevel>(chance(4));
        if (chance(200) == 0)
            m_uptime = m_interval = m_event = 0;
        reading.instance = Instance{"store", "store-1", clock.wallNow(), std::chrono::seconds{++m_uptime},
            Percent{6'000'000}, std::chrono::seconds{m_uptime * 60}};
        auto& breaker = reading.breakers.emplace_back();
        breaker.name = "primary";
        breaker.state = static_cast<breaker::Phase>(chance(3));
        auto& feature = reading.features.emplace_back();
        feature.name = "search";
        feature.mode = static_cast<Mode>(chance(10) == 0 ? chance(3) : 1);
        if (chance(3) == 0)
            m_kill = chance(2) == 0 ? std::string{} : m_lastCommand;
        if (!m_kill.empty())
            feature.killSwitch = KillSwitchReading{"ada", "by a walk", Duration{1}, std::chrono::seconds{90}, m_kill};
        for (auto n = m_interval += chance(3); n < m_interval + 3; ++n) {
            feature.intervals.emplace_back().n = n;
            feature.intervals.back().served["primary"] = chance(90);
        }
        for (auto i = chance(3); i > 0; --i)
            reading.events.push_back({m_event += 1 + chance(20) / 19, std::nullopt, chance(4) == 0 ? "mode" : "breaker",
                "primary", "closed", "open", "threshold"});
        return reading;
    }

    rungwatch::Reading metrics()
    {
        using namespace rungwatch;
        Reading reading;
        reading.format = "prometheus-text";
        if (chance(100) == 0)
            m_counts = {};
        auto& circuit = reading.breakers.emplace_back();
        circuit.name = "primary";
        m_counts[0] += chance(20);
        m_counts[1] += chance(3) == 0 ? 0 : chance(5);
        m_counts[2] += chance(2);
        circuit.calls = {{"ok", m_counts[0]}, {"not_permitted", m_counts[1]}, {"failed", m_counts[2]}};
        reading.servedCounts = {{"cart", "primary", 1, m_counts[0]}};
        if (chance(5) != 0)
            reading.servedCounts.push_back({"cart", "cache", 2, m_counts[1]});
        return reading;
    }

    void command()
    {
        using namespace rungwatch::fleet;
        Command made;
        made.id = m_lastCommand = "c" + std::to_string(++m_commands);
        made.kind = static_cast<CommandKind>(chance(4));
        if (made.kind == CommandKind::Select) {
            m_selection = "s" + made.id;
            m_action = static_cast<Action>(chance(3));
        }
        made.selection = m_selection;
        made.action = m_action;
        made.target = m_action == Action::Probe ? "store/primary" : "search";
        made.by = "ada";
        made.reason = chance(4) == 0 ? "short" : "a reason that is long enough";
        if (m_action == Action::Kill)
            made.expiresIn = std::chrono::seconds{60};
        made.actBlind = chance(2) == 0;
        const auto before = controls.size();
        feed(CommandReceived{made});
        if (controls.size() == before || chance(5) == 0)
            return;
        EffectResult result;
        result.commandId = made.id;
        result.status = chance(3) == 0 ? 409 : 200;
        result.state = "open";
        if (chance(6) == 0)
            result.transport = Transport::Timeout;
        feed(result);
    }

    void jump()
    {
        const auto by = std::chrono::seconds{static_cast<std::int64_t>(chance(7200)) - 3600};
        clock.jumpWall(by);
        feed(rungwatch::fleet::ClockJump{by});
    }

    void sleep()
    {
        const auto asleep = std::chrono::seconds{1 + chance(20)};
        clock.suspend(asleep);
        feed(rungwatch::fleet::Suspended{asleep});
    }

    void restart()
    {
        dropPending();
        rungwatch::ManualClock other;
        other.jumpWall(clock.wallNow() + std::chrono::seconds{chance(10)} - other.wallNow());
        clock = other;
        feed(rungwatch::fleet::SessionStarted{policyText(), chance(1000), "boot", "test", "ada"});
    }

    std::uint64_t m_seed;
    std::uint64_t m_draws{0};
    std::uint64_t m_uptime{0};
    std::uint64_t m_interval{0};
    std::uint64_t m_event{0};
    std::uint64_t m_commands{0};
    std::array<std::uint64_t, 3> m_counts{};
    std::string m_kill;
    std::string m_lastCommand{"c0"};
    std::string m_selection;
    rungwatch::fleet::Action m_action{};
    bool m_quiet{false};
    bool m_blackout{false};
};
