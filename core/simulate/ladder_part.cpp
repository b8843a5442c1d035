// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/breaker.h"
#include "rungwatch/ladder/feature_runner.h"
#include "rungwatch/simulate/ladder_answers.h"
#include "rungwatch/simulate/ladder_configuration.h"
#include "rungwatch/simulate/read_observation.h"

#include <algorithm>

namespace rungwatch::simulate {

namespace {

using namespace std::chrono_literals;

/// pct() of the outage-hour model: n * p / 100 rounded half up, in integers.
std::int64_t pct(std::int64_t n, std::int64_t p)
{
    return (2 * n * p + 100) / 200;
}

/// A feature's runner, breakers, switch and controller on the script's clock, with rungs that answer what it says.
class LadderPart final : public Part {
public:
    LadderPart(LadderConfiguration configuration, Faults& faults, World& world)
        : m_configuration(std::move(configuration))
        , m_faults(faults)
        , m_world(world)
        , m_controller(m_configuration.controller.value_or(ModeController::Options()))
        , m_runner("feature", m_configuration.ladder, bindings(), world.clock, &m_killSwitch, nullptr, terms())
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override
    {
        return {"request", "kill", "revive", "force_rung", "observe"};
    }

    void passTime() override
    {
        m_answer.reset();
        for (const auto& [name, breaker] : m_breakers)
            breaker->tick();
        noteMode("expired");
    }

    void act(std::string_view action, StrictObject& step) override
    {
        if (action == "request")
            return request(step);
        if (action == "kill")
            return kill(step);
        if (action == "revive")
            return revive(step);
        action == "force_rung" ? forceRung(step) : observe(step);
    }

    void writeFacts(JsonWriter& out) const override
    {
        const bool served = m_answer && m_answer->rung;
        const bool stopped = m_answer && !m_answer->reason.empty();
        const bool honest = m_answer && m_answer->honest;
        out.member("served_by", served ? std::optional(m_answer->rungName) : std::nullopt);
        out.member("reason", stopped ? std::optional(m_answer->reason) : std::nullopt);
        out.key("errors");
        out.beginArray();
        for (std::size_t i = 0; m_answer && i < m_answer->errors.size(); ++i) {
            out.beginObject();
            out.member("rung", m_answer->errors[i].rung);
            out.member("what", m_answer->errors[i].what);
            out.end();
        }
        out.end();
        out.member("degraded", m_answer ? std::optional(m_answer->degraded) : std::nullopt);
        out.member("age_s", m_answer ? m_answer->age : std::nullopt);
        out.member("outcome", m_answer ? std::optional(m_answer->outcome) : std::nullopt);
        out.member("message", honest ? std::optional(m_answer->honest->text) : std::nullopt);
        writeCounts(out);
        out.member("mode", mode());
    }

private:
    [[nodiscard]] FeatureTerms terms()
    {
        FeatureTerms made;
        made.required = m_configuration.required;
        made.forcedRung = &m_forced;
        for (const auto& rung : m_configuration.rungs)
            made.reserves.push_back(rung.reserve);
        made.quotaRest = m_configuration.quotaRest.value_or(made.quotaRest);
        return made;
    }

    [[nodiscard]] std::vector<RungBinding> bindings()
    {
        std::vector<RungBinding> bound;
        for (std::size_t i = 0; i < m_configuration.ladder.rungs.size(); ++i) {
            RungBinding binding{[this, i](const RungCall& call) { return answerOf(i, call); }, nullptr};
            const auto& name = m_configuration.ladder.rungs[i].name;
            if (const auto options = m_configuration.breakers.find(name); options != m_configuration.breakers.end()) {
                auto& breaker = m_breakers[name];
                breaker = std::make_unique<breaker::Breaker>(name, options->second, m_world.clock,
                    [this](const breaker::Announcement& said) { note(said.transition); });
                binding.breaker = breaker.get();
            }
            bound.push_back(std::move(binding));
        }
        return bound;
    }

    void note(const breaker::Transition& change)
    {
        m_world.happenings.push_back(
            {std::string(nameOf(change.from)), std::string(nameOf(change.to)), std::string(nameOf(change.cause))});
    }

    RungAnswer answerOf(std::size_t index, const RungCall& call)
    {
        const auto found = m_says.find(call.rung.name);
        if (found == m_says.end())
            return covered(index, call);
        const auto& says = found->second;
        const bool late = call.deadline && says.latency > *call.deadline;
        m_world.clock.advance(late ? *call.deadline : says.latency);
        if (late)
            return RungAnswer::failed(FailureClass::Kind::Timeout);
        switch (says.kind) {
        case ScriptedAnswer::Kind::Miss:
            return RungAnswer::miss("the script says so");
        case ScriptedAnswer::Kind::NotStarted:
            return RungAnswer::notStarted("the script says so");
        case ScriptedAnswer::Kind::Failed:
            return RungAnswer::failed(says.failure);
        case ScriptedAnswer::Kind::Ok:
            break;
        }
        const auto& policy = m_configuration.rungs[index].stale;
        if (const auto refused = policy.refuses({call.key, false, says.age}, call.key); says.aged && refused)
            return RungAnswer::miss(std::string(nameOf(*refused)));
        return servedAt(call.rung, says.aged ? says.age : std::nullopt);
    }

    /// Of the n requests of a step that come here, pct(n, coverage) are served, however the others fared before.
    RungAnswer covered(std::size_t index, const RungCall& call)
    {
        const auto coverage = m_configuration.rungs[index].coveragePercent;
        const auto visit = ++m_visits[index];
        if (pct(visit, coverage) == pct(visit - 1, coverage))
            return RungAnswer::miss("not covered");
        return servedAt(call.rung, std::nullopt);
    }

    /// A cached answer is never without an age: one that the script gives none has been obtained just now. An honest
    /// end's words are the runner's.
    static RungAnswer servedAt(const Rung& rung, std::optional<Duration> age)
    {
        if (rung.kind == RungKind::Cache && !age)
            age = Duration{0};
        return RungAnswer::served(isHonestEnd(rung.kind) ? std::string() : rung.name, age);
    }

    void request(StrictObject& step)
    {
        m_says = readAnswers(step, m_configuration.ladder, m_faults);
        const auto count = step.whole("count", 1, 100'000, 1);
        const bool bounded = step.has("deadline_s");
        const auto deadline = step.seconds("deadline_s", 1ms, 24h, 24h);
        if (m_faults.any())
            return;
        m_visits.clear();
        for (std::int64_t i = 0; i < count; ++i) {
            FeatureRequest asked{{"request", "public"}, Purpose::Customer, std::nullopt, std::nullopt};
            if (bounded)
                asked.deadline = saturatingAdd(m_world.clock.steadyNow(), deadline);
            m_answer = m_runner.run(asked, m_controller.mode());
        }
    }

    /// Absent or null: until something ends it.
    static std::optional<Duration> readLength(StrictObject& step)
    {
        if (!step.has("for_s") || step.isNull("for_s"))
            return std::nullopt;
        return step.seconds("for_s", 1ms, 24h * 30);
    }

    void kill(StrictObject& step)
    {
        const auto reason = step.nonEmpty("kill");
        const auto expiry = readLength(step);
        if (m_faults.any())
            return;
        static_cast<void>(m_killSwitch.engage({"script", reason, nextCommand(), m_world.clock.steadyNow(), expiry}));
        noteMode("kill");
    }

    void revive(StrictObject& step)
    {
        static_cast<void>(step.nonEmpty("revive"));
        if (m_faults.any())
            return;
        static_cast<void>(m_killSwitch.release(nextCommand(), m_world.clock.steadyNow()));
        noteMode("revive");
    }

    void forceRung(StrictObject& step)
    {
        const auto rung = readForcedRung(step);
        const auto now = m_world.clock.steadyNow();
        const auto length = readLength(step);
        const auto until = length ? std::optional(saturatingAdd(now, *length)) : std::nullopt;
        if (m_faults.any())
            return;
        m_forced.clear(m_forcedId);
        if (rung)
            m_forcedId = m_forced.set(Mode::Forced, *rung, until, now).value_or(0);
        noteMode("force_rung");
    }

    /// Nothing for null, which ends the force.
    std::optional<std::size_t> readForcedRung(StrictObject& step)
    {
        if (step.isNull("force_rung"))
            return std::nullopt;
        const auto name = step.text("force_rung");
        const auto rung = m_configuration.ladder.indexOf(name);
        if (!rung)
            step.fault("force_rung", "expected the name of a rung, or null, found \"" + name + "\"");
        return rung;
    }

    void observe(StrictObject& step)
    {
        if (!m_configuration.controller)
            step.fault("observe", "expected a ladder with a mode_controller");
        const auto seen = readObservation(step, m_faults);
        if (m_faults.any())
            return;
        const auto before = m_controller.state();
        m_controller.observe(seen);
        noteMode(switchCause(before, m_controller.state()).value_or(""));
    }

    /// What its requests meet: a kill wins over a forced rung, and that over the controller.
    [[nodiscard]] Mode mode() const
    {
        const auto now = m_world.clock.steadyNow();
        if (m_killSwitch.phase(now) == KillSwitch::Phase::Killed)
            return Mode::Killed;
        return m_forced.at(now) ? Mode::Forced : m_controller.mode();
    }

    void noteMode(const std::string& cause)
    {
        const auto from = std::exchange(m_shownMode, mode());
        if (from != m_shownMode)
            m_world.happenings.push_back({std::string(nameOf(from)), std::string(nameOf(m_shownMode)), cause});
    }

    void writeCounts(JsonWriter& out) const
    {
        const auto served = m_runner.served();
        out.key("counts");
        out.beginObject();
        for (std::size_t i = 0; i < served.size(); ++i)
            out.member(m_configuration.ladder.rungs[i].name, served[i]);
        out.end();
    }

    std::string nextCommand() { return std::to_string(++m_commands); }

    LadderConfiguration m_configuration;
    Faults& m_faults;
    World& m_world;
    KillSwitch m_killSwitch;
    RungOverride m_forced;
    std::uint64_t m_forcedId{0};
    ModeController m_controller;
    std::map<std::string, std::unique_ptr<breaker::Breaker>> m_breakers;
    FeatureRunner m_runner;
    Mode m_shownMode{Mode::Primary};
    std::uint64_t m_commands{0};
    /// Of the step under way.
    std::map<std::string, ScriptedAnswer> m_says;
    std::map<std::size_t, std::int64_t> m_visits;
    /// The step's last request's.
    std::optional<FeatureAnswer> m_answer;
};

} // namespace

std::unique_ptr<Part> makeLadderPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    auto read = readLadderConfiguration(configuration, pointer, faults);
    return faults.any() ? nullptr : std::make_unique<LadderPart>(std::move(read), faults, world);
}

} // namespace rungwatch::simulate
