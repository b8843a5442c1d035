// SPDX-License-Identifier: GPL-3.0-or-later
// The paths that every call of a service takes allocate nothing: operator new is counted. Where they do, it says how
// often and what for.
#include "rungwatch/admission/bulkhead.h"
#include "rungwatch/admission/quota.h"
#include "rungwatch/breaker/breaker.h"
#include "rungwatch/cache/answer_cache.h"
#include "rungwatch/cache/last_known_good.h"
#include "rungwatch/cache/ngram_embedder.h"
#include "rungwatch/ladder/feature_runner.h"
#include "rungwatch/retry/retry.h"
#include "tests/core/thread_check.h"

#include <cstdlib>
#include <new>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

std::atomic<std::uint64_t> allocations{0};

template <class Work> std::uint64_t allocationsOf(Work work)
{
    const auto before = allocations.load();
    work();
    return allocations.load() - before;
}

Options timed()
{
    Options options;
    options.window = WindowKind::Time;
    options.windowLength = 30s;
    options.failureThreshold = 100'000;
    options.slowRate = Percent{50'000};
    options.slowCall = 1s;
    options.minCalls = 1'000'000;
    return options;
}

void call(Breaker& breaker, ManualClock& clock, bool good)
{
    auto admission = breaker.tryAcquire();
    good ? admission.permit().success(1ms) : admission.permit().failure(1ms);
    clock.advance(1ms);
}

} // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

namespace {

void aBreakersCalls()
{
    ManualClock clock;
    Breaker breaker("b", timed(), clock);
    call(breaker, clock, true); // this thread's memory for latencies comes with its first call
    check(allocationsOf([&] {
        for (int i = 0; i < 100'000; ++i)
            call(breaker, clock, true);
    }) == 0,
        "successes, through a whole window and more, allocate nothing");
    check(allocationsOf([&] {
        for (int i = 0; i < 100'000; ++i)
            call(breaker, clock, i % 2 == 0);
    }) == 0,
        "nor do failures among them");
    breaker.force(Phase::Open);
    check(allocationsOf([&] {
        for (int i = 0; i < 1'000; ++i)
            check(!breaker.tryAcquire(), "refused");
    }) == 0,
        "nor do refusals");
}

void theOtherGuardsOfACall()
{
    ManualClock clock;
    admission::Bulkhead bulkhead({}, clock);
    admission::Quota quota({1'000'000, 1min}, clock.steadyNow());
    RetryBudget budget;
    const KillSwitch killSwitch;
    check(allocationsOf([&] {
        for (int i = 0; i < 1'000; ++i) {
            check(killSwitch.phase(clock.steadyNow()) == KillSwitch::Phase::Off, "not killed");
            check(quota.take(clock.steadyNow()), "within the quota");
            budget.addCalls(1, clock.steadyNow());
            static_cast<void>(budget.tryRetry(clock.steadyNow()));
            check(bool(bulkhead.tryEnter()), "a permit is free");
            clock.advance(1ms);
        }
    }) == 0,
        "kill switch, quota, retry budget and bulkhead allocate nothing");
}

/// Two rungs; the first one's answer is a text that a small string holds.
Ladder ladder()
{
    Rung first;
    first.name = "primary";
    first.kind = RungKind::Primary;
    Rung last;
    last.name = "unavailable";
    last.kind = RungKind::Unavailable;
    return {{first, last}, {}};
}

void aWalkThatTheFirstRungServes()
{
    ManualClock clock;
    Breaker breaker("b", timed(), clock);
    KillSwitch killSwitch;
    IntervalStats stats(clock.now());
    FeatureRunner runner("feature", ladder(),
        {{[](const RungCall&) { return RungAnswer::served("yes"); }, &breaker}, {}}, clock, &killSwitch, &stats);
    const FeatureRequest request{{"case 7", "ann"}, Purpose::Customer, clock.steadyNow() + 24h, std::nullopt};
    const auto walk = [&](int times) {
        for (int i = 0; i < times; ++i) {
            check(runner.run(request, Mode::Primary).outcome == rungwatch::Outcome::Full, "served in full");
            clock.advance(1ms);
        }
    };
    // An interval's samples are kept in memory that the next one uses again; its counts by rung come with the first
    // call.
    walk(10'000);
    static_cast<void>(stats.close(clock.now()));
    walk(1);
    check(allocationsOf([&] { walk(9'000); }) == 0, "a walk that its first rung serves allocates nothing");
}

class NoWaiter final : public Waiter {
public:
    [[nodiscard]] bool cancelled() const override { return false; }
    [[nodiscard]] bool wait(Duration) override { return true; }
};

void aRetriedAction()
{
    ManualClock clock;
    NoWaiter waiter;
    RetryBudget budget;
    const RetryTools tools{clock, waiter, [] { return 0.5; }, &budget};
    const RetryTerms terms{RetryOptions(), SafeToRepeat::Yes, Deadline::none()};
    const auto work = [&](const AttemptCall& call) -> Tried<int> {
        clock.advance(1ms);
        if (call.number < 3)
            return {AttemptOutcome::failed(FailureClass::Kind::Timeout), std::nullopt};
        return {AttemptOutcome::ok(), 7};
    };
    check(allocationsOf([&] {
        for (int i = 0; i < 1'000; ++i)
            static_cast<void>(retry(terms, tools, work));
    }) == 0,
        "an action and its retries allocate nothing");
}

void aLastKnownGoodAnswer()
{
    const ManualClock clock;
    LastKnownGood known;
    const AnswerKey shortKey{"price", "public"};
    const AnswerKey longKey{"the price of the third book", "customers of the shop"};
    const std::string longAnswer(1'000, 'x');
    check(known.put(shortKey, "12.50", clock.now()) && known.put(longKey, longAnswer, clock.now()), "stored");
    check(allocationsOf([&] {
        for (int i = 0; i < 1'000; ++i)
            check(known.get(shortKey, clock.now()).value.has_value(), "found");
    }) == 0,
        "a look-up of short texts allocates nothing");
    // The answer that the caller owns, and the two texts of the key that the policy judges it by.
    check(allocationsOf([&] { check(known.get(longKey, clock.now()).value == longAnswer, "found"); }) == 3,
        "one of long texts allocates a copy of each");
}

std::shared_ptr<const AnswerCache> prepared(int answers, const Moment& now)
{
    AnswerSet set;
    for (int i = 0; i < answers; ++i)
        set.answers.push_back({"q" + std::to_string(i * 7919), "yes", {}, std::nullopt, {}});
    AnswerCacheOptions options;
    options.embedder = std::make_shared<const NgramEmbedder>();
    return AnswerCache::build(std::move(set), now, options).value();
}

void aPreparedAnswer()
{
    const ManualClock clock;
    const auto few = prepared(10, clock.now());
    const auto many = prepared(1'000, clock.now());
    const auto asking = [&](const AnswerCache& cache, const char* query, AnswerMatch match) {
        AnswerQuestion question;
        question.query = query;
        return allocationsOf([&] { check(cache.find(question, clock.now()).match == match, "as meant"); });
    };
    check(asking(*many, "Q7919?", AnswerMatch::Exact) == 0, "the same short question allocates nothing");
    // Its normal form, its vector and that in coarse numbers. Growing with what is prepared would be another thing.
    const auto similar = asking(*few, "quantum chromodynamics", AnswerMatch::None);
    check(similar <= 12, "another question allocates what its vector needs");
    check(asking(*many, "quantum chromodynamics", AnswerMatch::None) == similar,
        "and that is the same however many answers there are");
}

} // namespace

int main()
{
    aBreakersCalls();
    theOtherGuardsOfACall();
    aWalkThatTheFirstRungServes();
    aRetriedAction();
    aLastKnownGoodAnswer();
    aPreparedAnswer();
    static int* volatile kept = nullptr; // volatile: or the compiler makes do without
    check(allocationsOf([&] { kept = new int; }) == 1, "allocations are seen at all");
    delete kept;
    std::printf(failures == 0 ? "no allocations\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
