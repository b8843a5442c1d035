// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/read_options.h"
#include "rungwatch/retry/behind_breaker.h"
#include "rungwatch/retry/retry_after.h"
#include "rungwatch/simulate/part.h"
#include "rungwatch/simulate/read_outcome.h"

#include <algorithm>
#include <limits>

namespace rungwatch::simulate {

namespace {

using namespace std::chrono_literals;

/// What a script sets.
struct RetryConfiguration {
    RetryOptions options;
    /// Absent: the script makes no run. There is no default for it.
    std::optional<SafeToRepeat> safe;
    std::optional<Duration> budget;
    Duration attemptTakes{0};
    double u{0};
    std::optional<breaker::Options> breaker;
};

RetryConfiguration readConfiguration(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    RetryConfiguration read;
    StrictObject object(value, pointer, faults);
    auto& options = read.options;
    options.maxAttempts = static_cast<std::int32_t>(object.whole("max_attempts", 1, 1000, options.maxAttempts));
    options.backoff.base = object.seconds("base_s", 0s, 24h, options.backoff.base);
    options.backoff.max = object.seconds("max_s", 0s, 24h, options.backoff.max);
    options.backoff.jitter = readWord<Jitter>(object, "jitter", options.backoff.jitter);
    read.u = object.number("jitter_u", 0, 1, 0);
    if (!object.isNull("deadline_s") && object.has("deadline_s"))
        read.budget = object.seconds("deadline_s", 0s, 24h * 30);
    read.attemptTakes = object.seconds("attempt_takes_s", 0s, 24h, 0s);
    if (object.has("safe_to_repeat"))
        read.safe = object.boolean("safe_to_repeat") ? SafeToRepeat::Yes : SafeToRepeat::No;
    if (const auto* block = object.object("breaker", false))
        read.breaker = breaker::readOptions(*block, object.pointerTo("breaker"), faults);
    object.finish();
    if (const auto fault = options.fault())
        object.fault(fault->where, fault->message, fault->code);
    return read;
}

/// Lets the script's time pass instead of waiting.
class ScriptWaiter final : public Waiter {
public:
    explicit ScriptWaiter(ManualClock& clock)
        : m_clock(clock)
    {
    }
    [[nodiscard]] bool cancelled() const override { return false; }
    [[nodiscard]] bool wait(Duration duration) override
    {
        m_clock.advance(duration);
        return true;
    }

private:
    ManualClock& m_clock;
};

/// Whole actions, retried against a list of outcomes. With a breaker they come one after the other, as it sees them in
/// its time; without one each is on its own from its step's time.
class RetryPart final : public Part {
public:
    RetryPart(const RetryConfiguration& configuration, Faults& faults, World& world)
        : m_configuration(configuration)
        , m_faults(faults)
        , m_world(world)
    {
        if (configuration.breaker)
            m_breaker.emplace("breaker", *configuration.breaker, world.clock,
                [this](const breaker::Announcement& said) { note(said.transition); });
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"run", "retry_after", "delay"}; }

    void passTime() override
    {
        m_done.reset();
        m_delay.reset();
        if (m_breaker)
            m_breaker->tick();
    }

    void act(std::string_view action, StrictObject& step) override
    {
        if (action == "run")
            return run(step);
        const auto& backoff = m_configuration.options.backoff;
        if (action == "delay") {
            m_delay =
                backoff.delay(step.whole("delay", 0, std::numeric_limits<std::int64_t>::max()), m_configuration.u);
        } else if (const auto asked = parseRetryAfter(step.text("retry_after"), m_world.clock.wallNow())) {
            m_delay = boundRetryAfter(*asked, backoff.max, m_configuration.budget);
        }
    }

    void writeFacts(JsonWriter& out) const override
    {
        const auto* state = m_done ? &m_done->report.state : nullptr;
        const bool failed = state && m_done->report.outcome() != RetryOutcome::Ok;
        out.member("attempts", state ? std::optional(state->attempts) : std::nullopt);
        out.member("waits_s", m_done ? std::optional(m_done->waits) : std::nullopt);
        out.member("finished_at_s", m_done ? std::optional(m_done->finished.time_since_epoch()) : std::nullopt);
        out.member("outcome", m_done ? std::optional(m_done->report.outcome()) : std::nullopt);
        out.member("ended_by", m_done ? std::optional(m_done->report.ending()) : std::nullopt);
        out.member("last_error",
            failed && state->lastError ? std::optional<std::string>(state->lastError->name()) : std::nullopt);
        out.member("leave_rung_s", state ? state->leaveFor : std::nullopt);
        out.member("delay_s", m_delay);
        out.key("breaker");
        m_breaker ? writeBreaker(out) : out.null();
    }

private:
    struct Done {
        RetryReport report;
        std::vector<Duration> waits;
        SteadyTime finished;
    };

    /// Under the names that the breaker's own part has for them.
    void writeBreaker(JsonWriter& out) const
    {
        const auto seen = m_breaker->snapshot();
        out.beginObject();
        out.member("state", seen.phase);
        out.member("run", seen.figures.run);
        out.member("executed", seen.counters.ok + seen.counters.failed);
        out.member("rejected", seen.counters.rejected);
        out.member("opened", seen.counters.opened);
        out.end();
    }

    void note(const breaker::Transition& change)
    {
        m_world.happenings.push_back(
            {std::string(nameOf(change.from)), std::string(nameOf(change.to)), std::string(nameOf(change.cause))});
    }

    /// One outcome an attempt; absent: ok.
    std::vector<std::optional<FailureClass>> readOutcomes(StrictObject& step)
    {
        std::vector<std::optional<FailureClass>> outcomes;
        step.each("run", true, [&](const JsonValue& value, const std::string& pointer) {
            if (!value.isText())
                return m_faults.add(pointer, value.line, "expected a text: \"ok\" or a failure class", "wrong-type");
            outcomes.push_back(outcomeOf(value.text, value, pointer, m_faults));
        });
        if (outcomes.empty())
            step.fault("run", "expected at least one outcome");
        return outcomes;
    }

    void run(StrictObject& step)
    {
        const auto outcomes = readOutcomes(step);
        const bool repeat = step.boolean("repeat", false);
        if (!m_configuration.safe)
            step.fault("run", "expected safe_to_repeat in the configuration: it has no default");
        if (m_faults.any())
            return;
        ManualClock own = m_world.clock;
        auto& clock = m_breaker ? m_world.clock : own;
        Done done;
        bool ranOut = false;
        auto ended = clock.steadyNow();
        const auto work = [&](const AttemptCall& call) {
            const auto index = static_cast<std::size_t>(call.number - 1);
            if (index > 0)
                done.waits.push_back(clock.steadyNow() - ended);
            ranOut = ranOut || (index >= outcomes.size() && !repeat);
            const auto tried = attempt(outcomes[std::min(index, outcomes.size() - 1)], call, clock);
            ended = clock.steadyNow();
            return tried;
        };
        done.report = perform(clock, work);
        done.finished = clock.steadyNow();
        if (ranOut)
            return step.fault("run",
                "expected an outcome for each of the " + std::to_string(done.report.state.attempts)
                    + " attempts that are made, or \"repeat\": true");
        m_done = std::move(done);
    }

    /// One that would go on past its limit is cut off there: its own outcome was never seen.
    Tried<bool> attempt(std::optional<FailureClass> outcome, const AttemptCall& call, ManualClock& clock) const
    {
        const auto takes = m_configuration.attemptTakes;
        const bool late = call.limit && takes > *call.limit;
        clock.advance(late ? *call.limit : takes);
        if (late)
            return {AttemptOutcome::failed(FailureClass::Kind::Timeout), std::nullopt};
        if (outcome)
            return {AttemptOutcome::failed(*outcome), std::nullopt};
        return {AttemptOutcome::ok(), true};
    }

    template <class Work> RetryReport perform(ManualClock& clock, const Work& work)
    {
        ScriptWaiter waiter(clock);
        const RetryTools tools{clock, waiter, [u = m_configuration.u] { return u; }, nullptr};
        const auto& budget = m_configuration.budget;
        const RetryTerms terms{m_configuration.options, *m_configuration.safe,
            budget ? Deadline::after(clock.steadyNow(), *budget) : Deadline::none()};
        return m_breaker ? callBehind(*m_breaker, terms, tools, work).report : retry(terms, tools, work).report;
    }

    RetryConfiguration m_configuration;
    Faults& m_faults;
    World& m_world;
    std::optional<breaker::Breaker> m_breaker;
    /// What the step asked for.
    std::optional<Done> m_done;
    std::optional<Duration> m_delay;
};

} // namespace

std::unique_ptr<Part> makeRetryPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    const auto read = readConfiguration(configuration, pointer, faults);
    return faults.any() ? nullptr : std::make_unique<RetryPart>(read, faults, world);
}

} // namespace rungwatch::simulate
