// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/breaker/breaker.h"

#include <QTest>

#include <random>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;

namespace {

/// Seeded steps over everything that can be put to a breaker, long and short waits between, permits held and lost.
class Walker {
public:
    explicit Walker(std::uint64_t seed)
        : m_random(seed)
    {
    }

    Options options()
    {
        Options o;
        o.window = static_cast<WindowKind>(below(3));
        o.windowSize = static_cast<std::uint32_t>(1 + below(20));
        o.windowLength = 1s * (1 + static_cast<int>(below(60)));
        o.failureThreshold = static_cast<std::uint32_t>(1 + below(6));
        if (o.window != WindowKind::Consecutive) {
            o.minCalls = static_cast<std::uint32_t>(1 + below(o.window == WindowKind::Count ? o.windowSize : 10));
            if (below(2) == 0)
                o.failureRate = Percent{static_cast<std::int64_t>(1 + below(100'000))};
            if (below(2) == 0)
                o.slowRate = Percent{static_cast<std::int64_t>(1 + below(100'000))};
        }
        o.slowCall = 100ms;
        o.cooldown = 1s * (1 + static_cast<int>(below(30)));
        o.cooldownSpread = Percent{static_cast<std::int64_t>(below(2) * 30'000)};
        o.halfOpenPermits = static_cast<std::uint32_t>(1 + below(4));
        o.closeAfter = static_cast<std::uint32_t>(1 + below(4));
        o.probeTimeout = 1s * (1 + static_cast<int>(below(20)));
        o.maxHalfOpen = 1s * (1 + static_cast<int>(below(90)));
        return o;
    }

    Duration wait()
    {
        const auto kind = below(20);
        if (kind < 14)
            return 1ms * static_cast<int>(below(200));
        if (kind < 19)
            return 100ms * static_cast<int>(below(100));
        return 1s * static_cast<int>(below(200));
    }

    /// `held`: permits that were given out and not ended.
    Input input(const std::vector<PermitId>& held)
    {
        const auto kind = below(100);
        if (kind < 45)
            return Admit{};
        if (kind < 90 && !held.empty())
            return Finish{held[below(held.size())], outcome()};
        if (kind < 94)
            return Tick{};
        if (kind < 96)
            return ForceProbe{};
        if (kind == 96)
            return Force{static_cast<Phase>(below(5))};
        if (kind < 99)
            return Tick{};
        return below(3) == 0 ? Input(Reset{}) : Input(Admit{});
    }

    std::uint64_t below(std::uint64_t n) { return m_random() % n; }
    std::uint64_t chance() { return m_random(); }

private:
    Outcome outcome()
    {
        const auto kind = below(10);
        const auto verdict = kind < 5 ? Verdict::Success
            : kind < 8                ? Verdict::Failure
            : kind == 8               ? Verdict::Ignored
                                      : Verdict::Cancelled;
        return {verdict, 1ms * static_cast<int>(below(150))};
    }

    std::mt19937_64 m_random;
};

bool broughtByTime(Cause cause)
{
    return cause == Cause::Cooldown || cause == Cause::ProbeTimedOut || cause == Cause::HalfOpenTooLong;
}

/// What a journal's replay does: it honours what was decided, and decides nothing.
void writeDown(State& state, const Options& options, const Input& input, const Step& decided, SteadyTime now)
{
    auto transition = decided.transitions.begin();
    for (; transition != decided.transitions.end() && broughtByTime(transition->cause); ++transition)
        enter(state, *transition);
    if (decided.permit)
        QCOMPARE(take(state, now), *decided.permit);
    if (decided.refusal && std::holds_alternative<Admit>(input))
        refuse(state);
    if (const auto* finish = std::get_if<Finish>(&input))
        record(state, options, finish->permit, finish->outcome, now);
    const bool cleared = std::holds_alternative<Reset>(input)
        || (std::holds_alternative<Force>(input) && std::get<Force>(input).phase == Phase::Closed);
    if (cleared && transition == decided.transitions.end())
        clear(state);
    for (; transition != decided.transitions.end(); ++transition)
        enter(state, *transition);
}

/// What has to hold of any step; the text says what does not.
QString broken(const State& before, const Options& options, const Input& input, const Step& done, SteadyTime now)
{
    const auto& after = done.state;
    auto phase = before.phase;
    auto at = before.since;
    for (const auto& t : done.transitions) {
        if (t.from != phase || t.to == t.from)
            return QStringLiteral("transitions do not follow from one another");
        if (t.at < at || t.at > now)
            return QStringLiteral("a transition's time is out of order");
        if ((t.to == Phase::Open) != t.openUntil.has_value())
            return QStringLiteral("only an opening has an end of its cooldown");
        if (t.openUntil && *t.openUntil < t.at + options.cooldown)
            return QStringLiteral("a cooldown is shorter than configured");
        if (t.cause == Cause::Threshold) {
            const auto& f = t.figures;
            const auto* finish = std::get_if<Finish>(&input);
            if (!finish || finish->outcome.verdict == Verdict::Ignored || finish->outcome.verdict == Verdict::Cancelled
                || (finish->outcome.verdict == Verdict::Success && finish->outcome.latency <= options.slowCall))
                return QStringLiteral("tripped by a call that was neither failed nor slow");
            if (options.window != WindowKind::Consecutive && f.calls < options.minCalls)
                return QStringLiteral("tripped below the minimum of calls");
        }
        phase = t.to;
        at = t.at;
    }
    if (after.phase != phase)
        return QStringLiteral("the phase changed without a transition");
    if (done.transitions.size() > 5)
        return QStringLiteral("more transitions than stated");
    if (phaseAt(after, options, now) != after.phase)
        return QStringLiteral("something was still due after the step");
    if (const auto due = nextDue(after, options); due && *due <= now)
        return QStringLiteral("what is due next lies in the past");
    if (after.phase == Phase::HalfOpen && after.probes.size() > options.halfOpenPermits)
        return QStringLiteral("more probes in flight than permits");
    if (after.phase != Phase::Open && after.phase != Phase::HalfOpen && !after.probes.empty())
        return QStringLiteral("a probe outside open and half-open");
    if (after.phase == Phase::HalfOpen && after.probeSuccesses >= options.closeAfter)
        return QStringLiteral("enough successes, and not closed");
    if (after.generation < before.generation || after.nextPermit < before.nextPermit)
        return QStringLiteral("a number went back");
    if (done.transitions.empty() && after.openUntil != before.openUntil)
        return QStringLiteral("the cooldown moved within its period");
    if ((after.phase == Phase::Open) != after.openUntil.has_value())
        return QStringLiteral("open without an end, or an end without open");
    if (after.outageSince && after.phase == Phase::Closed)
        return QStringLiteral("closed, and still an outage");
    const auto figures = figuresAt(after, options, now);
    if (figures.failed > figures.calls || figures.slow > figures.calls)
        return QStringLiteral("parts larger than their whole");
    if (std::holds_alternative<Admit>(input)) {
        if (done.permit.has_value() == done.refusal.has_value())
            return QStringLiteral("not exactly one of permit and refusal");
        if (done.permit.has_value() != wouldAdmit(before, options, now))
            return QStringLiteral("the question was answered otherwise than the asking");
    }
    return {};
}

} // namespace

/// A million seeded steps: the invariants of PITFALLS hold at each, the bookkeeping that a journal replays gives the
/// state that step() gave, and the thread-safe Breaker does the same, call by call.
class TestBreakerWalk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMillionStepsHoldTheInvariantsAndReplayToTheSameState()
    {
        Walker walker(1);
        std::uint64_t transitions = 0;
        for (int breaker = 0; breaker < 200; ++breaker) {
            const auto options = walker.options();
            QVERIFY(!options.fault());
            State state;
            state.since = SteadyTime{1'000s};
            State replayed = state;
            auto now = state.since;
            std::vector<PermitId> held;
            std::uint64_t finished = 0;
            for (int i = 0; i < 5'000; ++i) {
                now += walker.wait();
                const auto input = walker.input(held);
                const auto before = state;
                const auto readAhead = phaseAt(before, options, now);
                const auto done = step(std::move(state), options, input, now, walker.chance());
                state = done.state;
                const auto wrong = broken(before, options, input, done, now);
                QVERIFY2(wrong.isEmpty(),
                    qPrintable(QStringLiteral("%1, breaker %2, step %3").arg(wrong).arg(breaker).arg(i)));
                if (std::holds_alternative<Tick>(input))
                    QCOMPARE(readAhead, state.phase); // reading already knew
                if (done.permit)
                    held.push_back(*done.permit);
                if (const auto* finish = std::get_if<Finish>(&input)) {
                    ++finished;
                    held.erase(std::find(held.begin(), held.end(), finish->permit));
                }
                writeDown(replayed, options, input, done, now);
                if (i % 16 == 0 || !done.transitions.empty())
                    QVERIFY(encoded(replayed) == encoded(state));
                transitions += done.transitions.size();
            }
            const auto& counters = state.counters;
            QCOMPARE(state.nextPermit - 1, held.size() + finished);
            QCOMPARE(counters.ok + counters.failed + counters.ignored, finished);
            QVERIFY(counters.outages <= counters.opened);
        }
        QVERIFY2(transitions > 50'000, "the walk was too tame to show anything");
    }

    void theThreadSafeBreakerAgreesWithTheStepsCallByCall()
    {
        Walker walker(2);
        std::uint64_t permits = 0;
        for (int breaker = 0; breaker < 200; ++breaker) {
            const auto options = walker.options();
            const auto seed = walker.chance();
            ManualClock clock;
            std::vector<Transition> announced;
            Breaker real(
                "walk", options, clock, [&](const Announcement& a) { announced.push_back(a.transition); }, seed);
            State state;
            state.since = clock.steadyNow();
            std::map<PermitId, Permit> held;
            std::vector<PermitId> ids;
            for (int i = 0; i < 5'000; ++i) {
                clock.advance(walker.wait());
                const auto input = walker.input(ids);
                QCOMPARE(real.wouldAdmit(), wouldAdmit(state, options, clock.steadyNow()));
                announced.clear();
                const auto done =
                    step(std::move(state), options, input, clock.steadyNow(), draw(seed, "walk", state.generation));
                state = done.state;
                if (std::holds_alternative<Admit>(input) || std::holds_alternative<ForceProbe>(input)) {
                    auto admission = std::holds_alternative<Admit>(input) ? real.tryAcquire() : real.forceProbe();
                    QCOMPARE(bool(admission), done.permit.has_value());
                    if (admission) {
                        const auto id = *done.permit;
                        QCOMPARE(admission.permit().id().generation, id.generation);
                        held.emplace(id, std::move(admission.permit()));
                        ids.push_back(id);
                        ++permits;
                    } else {
                        QVERIFY(admission.refusal().reason == done.refusal->reason);
                        QVERIFY(admission.refusal().retryIn == done.refusal->retryIn);
                    }
                } else if (const auto* finish = std::get_if<Finish>(&input)) {
                    end(held.at(finish->permit), finish->outcome);
                    held.erase(finish->permit);
                    ids.erase(std::find(ids.begin(), ids.end(), finish->permit));
                } else if (const auto* force = std::get_if<Force>(&input)) {
                    real.force(force->phase);
                } else if (std::holds_alternative<Reset>(input)) {
                    real.reset();
                } else {
                    real.tick();
                }
                QCOMPARE(announced.size(), done.transitions.size());
                QCOMPARE(real.phase(), state.phase);
                if (i % 64 == 0 || !announced.empty()) {
                    QVERIFY(encoded(announced) == encoded(done.transitions));
                    QVERIFY(encoded(unnumbered(real.state())) == encoded(unnumbered(state)));
                }
            }
        }
        QVERIFY(permits > 100'000);
    }

private:
    /// Calls that took no lock have no numbers; how many there are still has to agree.
    static State unnumbered(State state)
    {
        std::ranges::fill(state.running, 0);
        return state;
    }

    /// As a service says it: an outcome that has no latency loses it.
    static void end(Permit& permit, const Outcome& outcome)
    {
        switch (outcome.verdict) {
        case Verdict::Success:
            return permit.success(outcome.latency);
        case Verdict::Failure:
            return permit.failure(outcome.latency);
        case Verdict::Ignored:
            return permit.ignore();
        case Verdict::Cancelled:
            return permit.cancel();
        }
    }
};

QTEST_APPLESS_MAIN(TestBreakerWalk)
#include "tst_breaker_walk.moc"
