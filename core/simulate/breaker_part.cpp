// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/breaker.h"
#include "rungwatch/breaker/read_options.h"
#include "rungwatch/simulate/part.h"
#include "rungwatch/simulate/read_measured.h"
#include "rungwatch/simulate/read_outcome.h"

#include <map>

namespace rungwatch::simulate {

namespace {

using breaker::Breaker;
using breaker::Permit;
using breaker::Phase;

class BreakerPart final : public Part {
public:
    BreakerPart(const breaker::Options& options, World& world)
        : m_world(world)
        , m_breaker("breaker", options, world.clock, [this](const breaker::Announcement& said) { note(said); })
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override
    {
        return {"call", "begin", "end", "abandon", "query", "force", "reset", "probe"};
    }

    void passTime() override
    {
        m_admitted.reset();
        m_breaker.tick();
    }

    void act(std::string_view action, StrictObject& step) override
    {
        if (action == "call")
            return call(step);
        if (action == "begin")
            return begin(step);
        if (action == "end")
            return end(step);
        if (action == "abandon")
            return abandon(step);
        if (action == "force")
            return force(step);
        if (action == "probe")
            return probe(step);
        step.onlyTrue(action);
        if (action == "query")
            m_admitted = m_breaker.wouldAdmit();
        else
            m_breaker.reset();
    }

    void writeFacts(JsonWriter& out) const override
    {
        const auto seen = m_breaker.snapshot();
        out.member("admitted", m_admitted);
        out.member("state", nameOf(seen.phase));
        out.member("run", seen.figures.run);
        out.key("window");
        out.beginObject();
        out.member("calls", seen.figures.calls);
        out.member("failed", seen.figures.failed);
        out.member("slow", seen.figures.slow);
        out.end();
        out.member("failure_rate_pct", seen.figures.failureRate);
        out.member("slow_rate_pct", seen.figures.slowRate);
        out.member("executed", seen.counters.ok + seen.counters.failed);
        out.member("rejected", seen.counters.rejected);
        out.member("ignored", seen.counters.ignored);
        out.member("opened", seen.counters.opened);
        // Half-open waits for a result, not for a time.
        out.member("remaining_s", seen.phase == Phase::Open ? seen.nextProbeIn : std::nullopt);
        out.member("in_flight", seen.inFlight);
    }

private:
    void note(const breaker::Announcement& said)
    {
        const auto& change = said.transition;
        m_world.happenings.push_back(
            {std::string(nameOf(change.from)), std::string(nameOf(change.to)), std::string(nameOf(change.cause))});
    }

    /// How the step's call ended, and how long it took; 0 where it does not say.
    struct Ending {
        std::optional<FailureClass> failure;
        Duration latency{0};
    };
    static Ending readEnding(StrictObject& step, std::string_view outcomeKey)
    {
        Ending ending{readOutcome(step, outcomeKey), {}};
        ending.latency = readLatency(step, "latency_ms");
        return ending;
    }

    static void finish(Permit& permit, const Ending& ending)
    {
        ending.failure ? permit.failure(*ending.failure, ending.latency) : permit.success(ending.latency);
    }

    void call(StrictObject& step)
    {
        const auto ending = readEnding(step, "call");
        auto admission = m_breaker.tryAcquire();
        m_admitted = bool(admission);
        if (admission)
            finish(admission.permit(), ending);
    }

    void probe(StrictObject& step)
    {
        const auto ending = readEnding(step, "probe");
        auto admission = m_breaker.forceProbe();
        m_admitted = bool(admission);
        if (admission)
            finish(admission.permit(), ending);
    }

    void begin(StrictObject& step)
    {
        const auto id = step.id("begin");
        if (m_begun.contains(id))
            return step.fault("begin", "expected an id that is not under way, found \"" + id + "\"");
        auto admission = m_breaker.tryAcquire();
        m_admitted = bool(admission);
        // A refused call is remembered too: a script may end what it began, whatever came of it.
        m_begun.emplace(id, admission ? std::move(admission.permit()) : Permit());
    }

    void end(StrictObject& step)
    {
        const auto ending = readEnding(step, "outcome");
        if (auto permit = take(step, "end"))
            finish(*permit, ending);
    }

    void abandon(StrictObject& step)
    {
        if (auto permit = take(step, "abandon"))
            permit->cancel();
    }

    std::optional<Permit> take(StrictObject& step, std::string_view key)
    {
        const auto id = step.id(key);
        const auto found = m_begun.find(id);
        if (found == m_begun.end()) {
            step.fault(key, "expected the id of a call that was begun and has not ended, found \"" + id + "\"");
            return std::nullopt;
        }
        auto permit = std::move(found->second);
        m_begun.erase(found);
        return permit;
    }

    void force(StrictObject& step)
    {
        const auto word = step.text("force");
        if (word == "open")
            m_breaker.force(Phase::ForcedOpen);
        else if (word == "half_open")
            m_breaker.force(Phase::HalfOpen);
        else if (word == "disabled")
            m_breaker.force(Phase::Disabled);
        else
            step.fault("force", "expected one of open, half_open, disabled, found \"" + word + "\"");
    }

    World& m_world;
    Breaker m_breaker;
    std::map<std::string, Permit> m_begun;
    /// Whether this step's question was answered with yes.
    std::optional<bool> m_admitted;
};

} // namespace

std::unique_ptr<Part> makeBreakerPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    const auto options = breaker::readOptions(configuration, pointer, faults);
    return faults.any() ? nullptr : std::make_unique<BreakerPart>(options, world);
}

} // namespace rungwatch::simulate
